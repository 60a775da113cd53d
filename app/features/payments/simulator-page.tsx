import { Button } from '@mantine/core'
import { useNavigate } from 'react-router'
import { simulatorCards, type PaymentOrder } from '#shared/payments.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { Form } from '#app/ui/form.tsx'
import { formatWon } from '#shared/payments-text.ts'
import { useTranslation } from '#app/session/words.tsx'
import { chooseSimulated } from './payments-data.ts'
import frame from '#app/ui/frame.module.css'
import styles from './billing-page.module.css'

/** Replaces the provider's card page, and says so. The result is the same. */
export function SimulatorPage({ order }: { order: PaymentOrder }) {
  const { t, language } = useTranslation('simulator')
  const navigate = useNavigate()
  const { send, isPending, problem } = useMutation({ isInline: true })
  const isOver = order.status !== 'PENDING'
  const go = (card: string) =>
    send(async (call) => {
      const { to } = await chooseSimulated(call, { order: order.code, card, lang: language })
      await navigate(to, { replace: true })
    })
  return (
    <div className={styles.page}>
      <h1 className={frame.title}>{t('simulator.title')}</h1>
      <p className={styles.standIn}>
        <strong>{t('simulator.label')}</strong>
        <span>{t('simulator.text')}</span>
      </p>
      <Form
        isBusy={isPending}
        className="u-stack5 u-mt5"
        label={t('simulator.title')}
        onSubmit={(form) => {
          const chosen = form.querySelector<HTMLInputElement>('input[name="card"]:checked')
          void go(chosen?.value ?? simulatorCards[0])
        }}
      >
        <dl className={`u-surface ${styles.summary}`}>
          <div className={styles.total}>
            <dt>{t('simulator.amount')}</dt>
            <dd>{order.type === 'card' ? t('simulator.register') : formatWon(order.amount, language)}</dd>
          </div>
        </dl>
        <fieldset className={styles.cards}>
          <legend>{t('simulator.choose')}</legend>
          {simulatorCards.map((name) => (
            <label key={name} className={styles.cardChoice}>
              <input
                type="radio"
                className="u-tick"
                name="card"
                value={name}
                defaultChecked={name === simulatorCards[0]}
              />
              <span>
                {t(`simulator.cards.${name}.name`)}
                <small>{t(`simulator.cards.${name}.text`)}</small>
              </span>
            </label>
          ))}
        </fieldset>
        {(problem || isOver) && (
          <p className={styles.problem} role="alert">
            {problem ?? t('simulator.gone')}
          </p>
        )}
        <Button type="submit" loading={isPending} disabled={isOver}>
          {t('simulator.go')}
        </Button>
        <Button
          variant="subtle"
          onClick={() =>
            void navigate(
              `/${language}/payment/error?${new URLSearchParams({ order: order.code, code: 'PAY_PROCESS_CANCELED' })}`,
              { replace: true },
            )
          }
        >
          {t('simulator.cancel')}
        </Button>
      </Form>
    </div>
  )
}
