import { promptReportDetailMaxLength, promptReportReasons, type PromptReportReason } from '#shared/prompts.ts'
import { checked, checkText, useForm } from '#app/session/use-form.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { ChoiceField } from '#app/ui/choice-field.tsx'
import { TextAreaField } from '#app/ui/fields.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { reportPrompt } from './prompts-data.ts'
import { useTranslation } from '#app/session/words.tsx'

const limit = promptReportDetailMaxLength

/** Reports a problem of a prompt to the reviewers. The input stays when sending fails. */
export default function ReportDialog({ promptId, onClose }: { promptId: number; onClose: () => void }) {
  const { t } = useTranslation('reports')
  const { send, isPending, problem } = useMutation({ isInline: true })
  const { field, submit } = useForm(
    { reason: 'copied' as PromptReportReason, detail: '' },
    ({ reason, detail }) => checked({ detail: checkText(detail, limit, true) }, () => ({ reason, detail })),
  )
  return (
    <FormDialog
      title={t('reports.title')}
      lead={t('reports.text')}
      action={t('reports.send')}
      cancelLabel={t('reports.cancel')}
      closeLabel={t('site.close')}
      isPending={isPending}
      problem={problem}
      onSubmit={submit(async (report) => {
        const isSent = await send(
          async ({ supabase, uuid: memberId }) =>
            reportPrompt(await supabase(), { id: promptId, memberId, ...report }),
          { done: t('reports.sent') },
        )
        if (isSent) onClose()
      })}
      onClose={onClose}
    >
      <ChoiceField
        {...field('reason')}
        label={t('reports.reason')}
        options={promptReportReasons.map((value) => ({ value, label: t(`reports.reasons.${value}`) }))}
      />
      <TextAreaField
        {...field('detail')}
        label={t('reports.detail')}
        hint={t('reports.detailHint')}
        limit={limit}
      />
    </FormDialog>
  )
}
