import { Button } from '@mantine/core'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { cancelDetailMaxLength, cancelReasons } from '#shared/payments.ts'
import { ChoiceField } from '#app/ui/choice-field.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextAreaField } from '#app/ui/fields.tsx'
import { focusFirstError, Form } from '#app/ui/form.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { formatDay } from '#shared/payments-text.ts'
import { useCancellingWords } from './cancelling-words.ts'
import { cancelPlan } from './payments-data.ts'
import { useAsking } from './use-asking.ts'
import { useRecord } from './use-record.ts'
import styles from './plan-page.module.css'

const formId = 'cancel-plan'

/** Cancelling: when it ends, and why (M05). */
export default function CancelDialog({ endsAt, onClose }: { endsAt: string; onClose: () => void }) {
  const { t, language } = useCancellingWords()
  const { revalidate } = useRevalidator()
  const record = useRecord()
  const { apiContext, isBusy, problem, run } = useAsking(t('errors.try_again'))
  const [reason, setReason] = useState('')
  const [detail, setDetail] = useState('')
  const [isShown, setIsShown] = useState(false)
  const date = formatDay(endsAt, language)
  const isOther = reason === 'other'
  const reasonError = reason === '' ? t('cancelling.required') : undefined
  const detailError = isOther && detail.trim() === '' ? t('cancelling.detailRequired') : undefined
  const submit = (form: HTMLFormElement) => {
    setIsShown(true)
    if (reasonError ?? detailError) return focusFirstError(form)
    void run(async () => {
      await cancelPlan(apiContext, { reason, ...(detail.trim() ? { detail: detail.trim() } : {}) })
      record('PLAN_CANCEL')
      await revalidate()
      showToast({ message: t('cancelling.done', { date }), duration: 6_000 })
      onClose()
    })
  }
  return (
    <Dialog
      isOpen
      title={t('cancelling.title')}
      closeLabel={t('site.close')}
      onClose={onClose}
      actions={
        <>
          <Button variant="subtle" type="submit" form={formId} loading={isBusy}>
            {t('cancelling.action')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('cancelling.keep')}
          </Button>
        </>
      }
    >
      <p>{t('cancelling.ends', { date })}</p>
      <Form id={formId} isBusy={isBusy} onSubmit={submit}>
        <ChoiceField
          name="reason"
          label={t('cancelling.reason')}
          value={reason}
          onChange={setReason}
          options={cancelReasons.map((value) => ({ value, label: t(`cancelling.reasons.${value}`) }))}
          error={isShown ? reasonError : undefined}
        />
        {isOther && (
          <TextAreaField
            name="detail"
            label={t('cancelling.detail')}
            value={detail}
            onChange={setDetail}
            limit={cancelDetailMaxLength}
            error={
              detail.length > cancelDetailMaxLength
                ? t('errors.field.too_long', { count: cancelDetailMaxLength })
                : isShown
                  ? detailError
                  : undefined
            }
          />
        )}
        {problem && (
          <p className={styles.problem} role="alert">
            {problem.text}
          </p>
        )}
      </Form>
    </Dialog>
  )
}
