import { refundReasonMaxLength } from '#shared/payments.ts'
import { formatWon } from '#shared/payments-text.ts'
import { checked, checkText, useForm } from '#app/session/use-form.ts'
import { TextAreaField, TextField } from '#app/ui/fields.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { DecisionForm } from './decision-form.tsx'
import { useOrderName } from './member-payments-page.tsx'
import { askRefund, makeRefund, type MemberOrder } from './refunds-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { useOperatorMutation } from './use-operator-mutation.ts'
import { readWhole } from './whole-number.ts'
import styles from './operators-item.module.css'

const told = { DONE: 'refunds.done', OPEN: 'refunds.open', REFUSED: 'refunds.refused' } as const

/** Refunds the rest of a payment or a part of it. The request's key is the refund's id: sending again refunds once. */
export default function RefundDialog({ order, onClose }: { order: MemberOrder; onClose: () => void }) {
  const { t, language } = useTranslation('failures', 'issuers', 'operators', 'ownplan', 'payments', 'refunds')
  const { send, isPending } = useOperatorMutation()
  const nameOf = useOrderName()
  const left = order.amount - order.refunded
  const first = { amount: left.toLocaleString('en-US'), reason: '', endsPlan: false }
  const { values, change, field, submit } = useForm(first, ({ reason, endsPlan, ...rest }) => {
    const amount = readWhole(rest.amount, left)
    return checked(
      {
        amount: !amount && t('refunds.amountProblem', { max: left }),
        reason: checkText(reason, refundReasonMaxLength),
      },
      () => ({ orderId: order.id, amount: amount ?? 0, reason: reason.trim(), endsPlan }),
    )
  })
  return (
    <DecisionForm
      title={t('refunds.dialog', { what: nameOf(order) })}
      lead={t('refunds.text', { left: formatWon(left, language) })}
      action={t('refunds.action')}
      isPending={isPending}
      onSubmit={submit(async (refund) => {
        const isOver = await send(async ({ supabase, api, uuid, key: id }) => {
          await askRefund(await supabase(), { ...refund, id })
          const status = await makeRefund(api, { uuid, id })
          showToast({ message: t(told[status]), ...(status === 'REFUSED' ? { tone: 'error' as const } : {}) })
        })
        if (isOver) onClose()
      })}
      onClose={onClose}
    >
      <TextField {...field('amount')} label={t('refunds.amount')} inputProps={{ inputMode: 'numeric' }} />
      {order.plan && (
        <label className={styles.check}>
          <input
            type="checkbox"
            className="u-tick"
            name="ends_plan"
            checked={values.endsPlan}
            onChange={({ currentTarget }) => change({ endsPlan: currentTarget.checked })}
          />
          <span>{t('refunds.endsPlan')}</span>
        </label>
      )}
      <TextAreaField
        {...field('reason')}
        label={t('refunds.reason')}
        isRequired
        rows={2}
        limit={refundReasonMaxLength}
      />
    </DecisionForm>
  )
}
