import { Button } from '@mantine/core'
import { useState } from 'react'
import { toAppError } from '#app/ui/to-app-error.ts'
import { promptReportDetailMaxLength, promptReportReasons, type PromptReportReason } from '#shared/prompts.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { ChoiceField } from '#app/ui/choice-field.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextAreaField } from '#app/ui/fields.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { reportPrompt } from './prompts-data.ts'
import { useReportWords } from './report-words.ts'

/** Reports a problem of a prompt to the reviewers. The input stays when sending fails. */
export default function ReportDialog(props: { promptId: number; memberId: string; onClose: () => void }) {
  const { t } = useReportWords()
  const supabase = useSupabase()
  const [reason, setReason] = useState<PromptReportReason>('copied')
  const [detail, setDetail] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function send(): Promise<void> {
    setIsBusy(true)
    try {
      await reportPrompt(await supabase(), { id: props.promptId, memberId: props.memberId, reason, detail })
      showToast({ message: t('reports.sent') })
      props.onClose()
    } catch (error) {
      setProblem(t(`errors.${toAppError(error).code}`))
      setIsBusy(false)
    }
  }
  const isTooLong = detail.length > promptReportDetailMaxLength
  return (
    <Dialog
      isOpen
      title={t('reports.title')}
      closeLabel={t('site.close')}
      onClose={props.onClose}
      actions={
        <>
          <Button variant="subtle" onClick={props.onClose}>
            {t('reports.cancel')}
          </Button>
          <Button variant="filled" loading={isBusy} disabled={isTooLong} onClick={() => void send()}>
            {t('reports.send')}
          </Button>
        </>
      }
    >
      <p>{t('reports.text')}</p>
      <ChoiceField
        name="reason"
        label={t('reports.reason')}
        value={reason}
        onChange={(value) => setReason(value as PromptReportReason)}
        options={promptReportReasons.map((value) => ({ value, label: t(`reports.reasons.${value}`) }))}
      />
      <TextAreaField
        name="detail"
        label={t('reports.detail')}
        hint={t('reports.detailHint')}
        value={detail}
        onChange={setDetail}
        limit={promptReportDetailMaxLength}
        error={problem}
      />
    </Dialog>
  )
}
