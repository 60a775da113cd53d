import { Button } from '@mantine/core'
import { cancelDetailMaxLength, cancelReasons } from '#shared/payments.ts'
import { checked, checkText, useForm } from '#app/session/use-form.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { ChoiceField } from '#app/ui/choice-field.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextAreaField } from '#app/ui/fields.tsx'
import { Form } from '#app/ui/form.tsx'
import { formatDay } from '#shared/payments-text.ts'
import { useTranslation } from '#app/session/words.tsx'
import { cancelPlan } from './payments-data.ts'
import { useRecord } from './use-record.ts'
import styles from './plan-page.module.css'

const formId = 'cancel-plan'

/** Cancelling: when it ends, and why (M05). */
export default function CancelDialog({ endsAt, onClose }: { endsAt: string; onClose: () => void }) {
  const { t, language } = useTranslation('cancelling')
  const record = useRecord()
  const { send, isPending, problem } = useMutation({ isInline: true, revalidates: true })
  const date = formatDay(endsAt, language)
  const { values, field, submit } = useForm({ reason: '', detail: '' }, ({ reason, ...rest }) => {
    const detail = reason === 'other' ? rest.detail.trim() : ''
    return checked(
      {
        reason: reason === '' && t('cancelling.required'),
        detail:
          reason === 'other' && detail === ''
            ? t('cancelling.detailRequired')
            : checkText(detail, cancelDetailMaxLength, true),
      },
      () => ({ reason, ...(detail ? { detail } : {}) }),
    )
  })
  const cancel = async (wanted: { reason: string; detail?: string }) => {
    const isOver = await send(
      async (call) => {
        await cancelPlan(call, wanted)
        record('PLAN_CANCEL')
      },
      { done: { message: t('cancelling.done', { date }), duration: 6_000 } },
    )
    if (isOver) onClose()
  }
  return (
    <Dialog
      isOpen
      title={t('cancelling.title')}
      closeLabel={t('site.close')}
      onClose={onClose}
      actions={
        <>
          <Button variant="subtle" type="submit" form={formId} loading={isPending}>
            {t('cancelling.action')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('cancelling.keep')}
          </Button>
        </>
      }
    >
      <p>{t('cancelling.ends', { date })}</p>
      <Form id={formId} isBusy={isPending} onSubmit={submit(cancel)}>
        <ChoiceField
          {...field('reason')}
          label={t('cancelling.reason')}
          options={cancelReasons.map((value) => ({ value, label: t(`cancelling.reasons.${value}`) }))}
        />
        {values.reason === 'other' && (
          <TextAreaField {...field('detail')} label={t('cancelling.detail')} limit={cancelDetailMaxLength} />
        )}
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
      </Form>
    </Dialog>
  )
}
