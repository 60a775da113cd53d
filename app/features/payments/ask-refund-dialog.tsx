import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { findTextProblem } from '#shared/characters.ts'
import { refundRequestMaxLength, withdrawalDays, type RefundRule } from '#shared/payments.ts'
import { formatDay, formatWon } from '#shared/payments-text.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextAreaField } from '#app/ui/fields.tsx'
import { focusFirstError, Form } from '#app/ui/form.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { useAskRefundWords } from './ask-refund-words.ts'
import { askRefund, readRefundRule, type OrderLine } from './payments-data.ts'
import { useAsking } from './use-asking.ts'
import styles from './plan-page.module.css'

const formId = 'ask-refund'

/** Asks for a refund of an order: what the terms give for it, and the member's reason. */
export default function AskRefundDialog(props: { order: OrderLine; what: string; onClose: () => void }) {
  const { order, what, onClose } = props
  const { t, language } = useAskRefundWords()
  const { revalidate } = useRevalidator()
  const getSupabase = useSupabase()
  const { isBusy, problem, run } = useAsking(t('errors.try_again'))
  const rule = useRule(order.code)
  const [reason, setReason] = useState('')
  const [isShown, setIsShown] = useState(false)
  const reasonProblem = findTextProblem(reason, refundRequestMaxLength)
  const submit = (form: HTMLFormElement) => {
    setIsShown(true)
    if (reasonProblem) return focusFirstError(form)
    void run(async () => {
      await askRefund(await getSupabase(), order.code, reason.trim())
      await revalidate()
      showToast({ message: t('refundask.done'), duration: 6_000 })
      onClose()
    })
  }
  return (
    <Dialog
      isOpen
      title={t('refundask.title', { what })}
      closeLabel={t('site.close')}
      onClose={onClose}
      actions={
        <>
          <Button variant="subtle" onClick={onClose}>
            {t('refundask.cancel')}
          </Button>
          <Button type="submit" form={formId} loading={isBusy}>
            {t('refundask.action')}
          </Button>
        </>
      }
    >
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
        <p className={styles.text}>
          {order.plan && <>{t('refundask.plan')} </>}
          <Link to={`/${language}/terms/use#withdrawal`} target="_blank">
            {t('refundask.terms')}
          </Link>
        </p>
      </div>
      <Form id={formId} isBusy={isBusy} label={t('refundask.title', { what })} onSubmit={submit}>
        <TextAreaField
          name="reason"
          label={t('refundask.reason')}
          isRequired
          value={reason}
          limit={refundRequestMaxLength}
          error={
            isShown && reasonProblem
              ? t(`errors.field.${reasonProblem}`, { count: refundRequestMaxLength })
              : undefined
          }
          onChange={setReason}
        />
        {problem && (
          <p className={styles.problem} role="alert">
            {problem.text}
          </p>
        )}
      </Form>
    </Dialog>
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
