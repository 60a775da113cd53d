import { useState } from 'react'
import { findTextProblem } from '#shared/characters.ts'
import { refundReasonMaxLength, type RefundStatus } from '#shared/payments.ts'
import { formatWon } from '#shared/payments-text.ts'
import { useMember } from '#app/session/root-data.ts'
import { useApi } from '#app/session/use-api.ts'
import { TextAreaField, TextField } from '#app/ui/fields.tsx'
import { focusFirstError } from '#app/ui/form.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { ActDialog } from './act-dialog.tsx'
import { useOrderName } from './member-payments-page.tsx'
import { askRefund, makeRefund, type MemberOrder } from './refunds-data.ts'
import { useRefundsWords } from './refunds-words.ts'
import { useAct } from './use-act.ts'
import { readWhole } from './whole-number.ts'
import styles from './operators.module.css'

/**
 * Refunds the rest of a payment or a part of it. The id is created with the dialog, so that two presses refund once.
 */
export default function RefundDialog({ order, onClose }: { order: MemberOrder; onClose: () => void }) {
  const { t, language } = useRefundsWords()
  const { act, isBusy } = useAct()
  const api = useApi()
  const me = useMember()
  const nameOf = useOrderName()
  const [id] = useState(() => crypto.randomUUID())
  const left = order.amount - order.refunded
  const [fields, setFields] = useState({ amount: left.toLocaleString('en-US'), reason: '' })
  const [endsPlan, setEndsPlan] = useState(false)
  const [isShown, setIsShown] = useState(false)
  const amount = readWhole(fields.amount, left)
  const reason = fields.reason.trim()
  const reasonProblem = findTextProblem(reason, refundReasonMaxLength)
  const problems = {
    amount: amount ? undefined : t('refunds.amountProblem', { max: left }),
    reason: reasonProblem ? t(`errors.field.${reasonProblem}`, { count: refundReasonMaxLength }) : undefined,
  }

  async function submit(form: HTMLFormElement) {
    setIsShown(true)
    if (!amount || reasonProblem) return focusFirstError(form)
    let status = 'OPEN' as RefundStatus
    const outcome = await act(async (supabase) => {
      await askRefund(supabase, { orderId: order.id, amount, reason, id, endsPlan })
      status = await makeRefund(api, { uuid: me?.id ?? '', id })
    })
    if (outcome === 'failed') return
    if (outcome === 'done') {
      const told = { DONE: 'refunds.done', OPEN: 'refunds.open', REFUSED: 'refunds.refused' } as const
      showToast({ message: t(told[status]), ...(status === 'REFUSED' ? { tone: 'error' as const } : {}) })
    }
    onClose()
  }

  return (
    <ActDialog
      title={t('refunds.dialog', { what: nameOf(order) })}
      text={t('refunds.text', { left: formatWon(left, language) })}
      action={t('refunds.action')}
      isBusy={isBusy}
      onSubmit={(form) => void submit(form)}
      onClose={onClose}
    >
      <TextField
        name="amount"
        label={t('refunds.amount')}
        value={fields.amount}
        error={isShown ? problems.amount : undefined}
        inputProps={{ inputMode: 'numeric' }}
        onChange={(value) => setFields((now) => ({ ...now, amount: value }))}
      />
      {order.plan && (
        <label className={styles.check}>
          <input
            type="checkbox"
            name="ends_plan"
            checked={endsPlan}
            onChange={({ currentTarget }) => setEndsPlan(currentTarget.checked)}
          />
          <span>{t('refunds.endsPlan')}</span>
        </label>
      )}
      <TextAreaField
        name="reason"
        label={t('refunds.reason')}
        isRequired
        rows={2}
        limit={refundReasonMaxLength}
        value={fields.reason}
        error={isShown ? problems.reason : undefined}
        onChange={(value) => setFields((now) => ({ ...now, reason: value }))}
      />
    </ActDialog>
  )
}
