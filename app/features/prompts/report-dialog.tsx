import { Button } from '@mantine/core'
import { useState } from 'react'
import { AppError } from '#shared/errors.ts'
import { promptReportDetailMaxLength, promptReportReasons, type PromptReportReason } from '#shared/prompts.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { ChoiceField } from '#app/ui/choice-field.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextAreaField } from '#app/ui/fields.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { reportPrompt } from './prompts-data.ts'
import { usePromptsWords } from './prompts-words.ts'

/** Tells the reviewers what is wrong with a prompt. What was written stays when sending fails. */
export default function ReportDialog(props: { promptId: number; memberId: string; onClose: () => void }) {
  const { t } = usePromptsWords()
  const supabase = useSupabase()
  const [reason, setReason] = useState<PromptReportReason>('copied')
  const [detail, setDetail] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function send(): Promise<void> {
    setIsBusy(true)
    try {
      await reportPrompt(await supabase(), { id: props.promptId, memberId: props.memberId, reason, detail })
      showToast({ message: t('prompts.report.sent') })
      props.onClose()
    } catch (error) {
      setProblem(t(`errors.${error instanceof AppError ? error.code : 'try_again'}`))
      setIsBusy(false)
    }
  }
  const isTooLong = detail.length > promptReportDetailMaxLength
  return (
    <Dialog
      isOpen
      title={t('prompts.report.title')}
      closeLabel={t('site.close')}
      onClose={props.onClose}
      actions={
        <>
          <Button variant="subtle" onClick={props.onClose}>
            {t('prompts.report.cancel')}
          </Button>
          <Button variant="filled" loading={isBusy} disabled={isTooLong} onClick={() => void send()}>
            {t('prompts.report.send')}
          </Button>
        </>
      }
    >
      <p>{t('prompts.report.text')}</p>
      <ChoiceField
        name="reason"
        label={t('prompts.report.reason')}
        value={reason}
        onChange={(value) => setReason(value as PromptReportReason)}
        options={promptReportReasons.map((value) => ({ value, label: t(`prompts.report.reasons.${value}`) }))}
      />
      <TextAreaField
        name="detail"
        label={t('prompts.report.detail')}
        hint={t('prompts.report.detailHint')}
        value={detail}
        onChange={setDetail}
        limit={promptReportDetailMaxLength}
        error={problem}
      />
    </Dialog>
  )
}
