import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { refundRequestMaxLength, withdrawalDays, type RefundRule } from '#shared/payments.ts'
import { formatDay, formatWon } from '#shared/payments-text.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { checked, checkText, useForm } from '#app/session/use-form.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { TextAreaField } from '#app/ui/fields.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { useTranslation } from '#app/session/words.tsx'
import type { OrderLine } from './orders-data.ts'
import { askRefund, readRefundRule } from './payments-data.ts'
import styles from './plan-page.module.css'

/** Asks for a refund of an order: what the terms give for it, and the member's reason. */
export default function AskRefundDialog(props: { order: OrderLine; what: string; onClose: () => void }) {
  const { order, what, onClose } = props
  const { t, language } = useTranslation('refundask')
  const { send, isPending, problem } = useMutation({ isInline: true, revalidates: true })
  const rule = useRule(order.code)
  const { field, submit } = useForm({ reason: '' }, ({ reason }) =>
    checked({ reason: checkText(reason, refundRequestMaxLength) }, () => reason.trim()),
  )
  const ask = async (reason: string) => {
    const isOver = await send(async ({ supabase }) => askRefund(await supabase(), order.code, reason), {
      done: { message: t('refundask.done'), duration: 6_000 },
    })
    if (isOver) onClose()
  }
  return (
    <FormDialog
      title={t('refundask.title', { what })}
      lead={
        <div className={styles.rule} role="status">
          {rule === 'failed' && <p>{t('refundask.ruleFailed')}</p>}
          {rule === null && <p>{t('refundask.reading')}</p>}
          {rule && rule !== 'failed' && (
            <>
              <p>
                <strong>
                  {t(rule.is_full ? 'refundask.full' : 'refundask.decides', {
                    amount: formatWon(rule.left, language),
                  })}
                </strong>
              </p>
              <ul>
                <li>
                  {t(rule.is_in_time ? 'refundask.inTime' : 'refundask.late', {
                    days: withdrawalDays,
                    date: formatDay(lastDayOf(rule), language),
                  })}
                </li>
                <li>{t(rule.is_unused ? 'refundask.unused' : 'refundask.used')}</li>
              </ul>
            </>
          )}
          <p className="u-muted u-mt2">
            {order.plan && <>{t('refundask.plan')} </>}
            <Link to={`/${language}/terms/use#withdrawal`} target="_blank">
              {t('refundask.terms')}
            </Link>
          </p>
        </div>
      }
      action={t('refundask.action')}
      cancelLabel={t('refundask.cancel')}
      closeLabel={t('site.close')}
      isPending={isPending}
      problem={problem}
      onSubmit={submit(ask)}
      onClose={onClose}
    >
      <TextAreaField
        {...field('reason')}
        label={t('refundask.reason')}
        isRequired
        limit={refundRequestMaxLength}
      />
    </FormDialog>
  )
}

/** The last day in time: the end is the midnight after it. */
const lastDayOf = ({ ends_at }: RefundRule) => new Date(Date.parse(ends_at) - 1).toISOString()

/** Null until the database has answered. Without an answer the member can still ask. */
function useRule(code: string): RefundRule | 'failed' | null {
  const getSupabase = useSupabase()
  const [rule, setRule] = useState<RefundRule | 'failed' | null>(null)
  const read = useEffectEvent(async () => readRefundRule(await getSupabase(), code))
  useEffect(() => {
    read().then(
      (found) => setRule(found ?? 'failed'),
      () => setRule('failed'),
    )
  }, [])
  return rule
}
