import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import type { MailMode } from '#shared/invites.ts'
import type { CardMode, OpenedOrder, PaidPlan } from '#shared/payments.ts'
import { whenOnline } from '#app/session/chunk-errors.ts'
import { BusinessDetails } from '#app/session/business-details.tsx'
import { useUsage } from '#app/session/live-usage.tsx'
import { useMutation } from '#app/session/use-mutation.ts'
import { focusFirstError, Form } from '#app/ui/form.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { formatWon } from '#shared/payments-text.ts'
import { useTranslation } from '#app/session/words.tsx'
import { CheckoutSummary } from './checkout-summary.tsx'
import { orderOf, type Checkout } from './checkout.ts'
import { openOrder } from './payments-data.ts'
import { useRecord } from './use-record.ts'
import frame from '#app/ui/frame.module.css'
import styles from './billing-page.module.css'

type CheckoutProps = {
  checkout: Checkout
  mode: CardMode
  /** The usual cost of a blog article, to illustrate the amount of tokens. */
  articleTokens: number
  /** Time of the page load, ISO: the next payment is counted from it. */
  now: string
  /** The last digits of the card on file, as far as there is one. */
  lastFour: string | null
  /** The address of the receipt, and whether one is sent. */
  email: string | null
  mailMode: MailMode
  /** Asks a member without an e-mail address for one; the payment does not depend on it. */
  askAddress: ReactNode
  /** Asks for a new sign-in, where a stolen session could use another card. */
  freshSignIn: ReactNode
}

/** The checkout: the order, its next payment and its terms. Nothing is charged before the confirmation. */
export function CheckoutPage(props: CheckoutProps) {
  const { checkout, mode } = props
  const { t, language } = useTranslation('billing', 'checkout', 'payments')
  const { isPending, error, problem, pay } = usePay(checkout)
  const teamOwner = useUsage()?.team_owner ?? null
  const [isMissing, setIsMissing] = useState(false)
  const isCard = checkout.type === 'card'
  if ('isSelected' in checkout && checkout.isSelected) return <Selected plan={checkout.plan} />
  const price = formatWon(checkout.amount, language)
  const title = isCard
    ? t('checkout.titleCard')
    : t(checkout.type === 'change' ? 'checkout.titleChange' : 'checkout.title')
  return (
    <div className={styles.page}>
      <Link to={`/${language}${isCard ? '/my/plan' : '/price'}`} className={frame.back}>
        {t(isCard ? 'checkout.backPlan' : 'checkout.back')}
      </Link>
      <h1 className={frame.title}>{title}</h1>
      {mode === 'simulator' && <p className={styles.standIn}>{t('billing.simulator')}</p>}
      {!isCard && mode !== 'closed' && props.askAddress && <AddressOffer ask={props.askAddress} />}
      <Form
        isBusy={isPending}
        label={title}
        className="u-stack5 u-mt5"
        onSubmit={(form) => {
          // Reads the box itself: it may have been ticked before hydration.
          const isAgreed = isCard || new FormData(form).has('agree')
          setIsMissing(!isAgreed)
          if (isAgreed) void pay(new FormData(form).get('card') === 'stored')
          else focusFirstError(form)
        }}
      >
        {checkout.type === 'change' && checkout.replaced && (
          <div className={`u-notice ${styles.warning}`}>
            <strong>{t('checkout.changeTitle')}</strong>
            <p>{t('checkout.changeText', { old: t(`payments.plan.${checkout.replaced}.name`) })}</p>
          </div>
        )}
        {checkout.type === 'pack' && teamOwner !== null && (
          <p className={`u-notice ${styles.warning}`}>{t('checkout.packInTeam', { name: teamOwner })}</p>
        )}
        {!isCard && <CheckoutSummary {...props} checkout={checkout} />}
        {checkout.type === 'pack' && props.lastFour ? (
          <CardChoice lastFour={props.lastFour} />
        ) : (
          <p className="u-quiet">
            <CardNote checkout={checkout} lastFour={props.lastFour} />
          </p>
        )}
        {!isCard && (
          <p className="u-quiet">
            <ReceiptNote email={props.email} mailMode={props.mailMode} />
          </p>
        )}
        {!isCard && (
          <section className={styles.seller} aria-label={t('checkout.seller')}>
            <h2>{t('checkout.seller')}</h2>
            <BusinessDetails />
          </section>
        )}
        {!isCard && (
          <div>
            <label className={styles.agree}>
              <input
                type="checkbox"
                className="u-tick"
                name="agree"
                aria-invalid={isMissing || undefined}
                onChange={() => setIsMissing(false)}
              />
              <span>
                <Agreement />
              </span>
            </label>
            {isMissing && (
              <p className={styles.problem} role="alert">
                {t('checkout.agreeMissing')}
              </p>
            )}
          </div>
        )}
        {error?.code === 'fresh_sign_in_required'
          ? props.freshSignIn
          : problem && (
              <div className={styles.problem} role="alert">
                <p>{problem}</p>
              </div>
            )}
        {mode === 'closed' ? (
          <p className={`u-notice ${styles.warning}`}>{t('checkout.closed')}</p>
        ) : (
          <Button type="submit" loading={isPending} className={styles.pay}>
            {isCard
              ? t('checkout.register')
              : t(checkout.type === 'change' ? 'checkout.payChange' : 'checkout.pay', {
                  price,
                })}
          </Button>
        )}
        {error && ['payment_confirming', 'unpaid_card', 'plan_already_selected'].includes(error.code) && (
          <LinkButton to={`/${language}/my/plan`}>{t('billing.plan')}</LinkButton>
        )}
      </Form>
    </div>
  )
}

/** Without an address for the receipt, a press asks for one. */
function AddressOffer({ ask }: { ask: ReactNode }) {
  const { t } = useTranslation('billing', 'checkout', 'payments')
  const [isAsking, setIsAsking] = useState(false)
  if (isAsking) return ask
  return (
    <div className={`u-spread u-notice ${styles.offer}`}>
      <p>{t('checkout.addressNone')}</p>
      <Button variant="default" size="sm" onClick={() => setIsAsking(true)}>
        {t('checkout.addressAsk')}
      </Button>
    </div>
  )
}

function Agreement() {
  const { t, language } = useTranslation('billing', 'checkout', 'payments')
  const [before = '', after = ''] = t('checkout.agree', { terms: '|' }).split('|')
  return (
    <>
      {before}
      <Link to={`/${language}/terms/use#payment`} target="_blank">
        {t('checkout.terms')}
      </Link>
      {after}
    </>
  )
}

function ReceiptNote({ email, mailMode }: Pick<CheckoutProps, 'email' | 'mailMode'>) {
  const { t } = useTranslation('billing', 'checkout', 'payments')
  if (mailMode === 'log') return t('checkout.receiptLogged')
  return mailMode === 'smtp' && email ? t('checkout.receipt', { email }) : t('checkout.receiptNone')
}

function CardNote({ checkout, lastFour }: { checkout: Checkout; lastFour: string | null }) {
  const { t, language } = useTranslation('billing', 'checkout', 'payments')
  if (checkout.type === 'change')
    return lastFour ? t('checkout.cardStored', { lastFour }) : t('checkout.cardNone')
  const due = checkout.type === 'card' ? checkout.due : 0
  const notes = {
    subscription: t('checkout.cardNew'),
    pack: t('checkout.cardPack'),
    card: due > 0 ? t('checkout.cardUnpaid', { price: formatWon(due, language) }) : t('checkout.cardChange'),
  }
  return `${notes[checkout.type]} ${t('checkout.domestic')}`
}

/** Pays a pack with the stored card at once, or with another one on the provider's page. */
function CardChoice({ lastFour }: { lastFour: string }) {
  const { t } = useTranslation('billing', 'checkout', 'payments')
  const choices = [
    ['stored', t('checkout.choice.stored', { lastFour }), t('checkout.choice.storedText')],
    ['new', t('checkout.choice.new'), t('checkout.choice.newText')],
  ] as const
  return (
    <fieldset className={styles.cards}>
      <legend>{t('checkout.choice.label')}</legend>
      {choices.map(([value, name, text]) => (
        <label key={value} className={styles.cardChoice}>
          <input
            type="radio"
            className="u-tick"
            name="card"
            value={value}
            defaultChecked={value === 'stored'}
          />
          <span>
            {name}
            <small>{text}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** For a member who returns here after paying. */
function Selected({ plan }: { plan: PaidPlan }) {
  const { t, language } = useTranslation('billing', 'checkout', 'payments', 'errors')
  return (
    <div className={styles.page}>
      <div className={styles.result}>
        <h1 className={frame.title}>{t('errors.plan_already_selected')}</h1>
        <p className="u-muted u-mt2">
          {t('checkout.selectedText', { plan: t(`payments.plan.${plan}.name`) })}
        </p>
      </div>
      <div className="u-row u-mt5">
        <LinkButton to={`/${language}/my/plan`} variant="filled">
          {t('billing.plan')}
        </LinkButton>
      </div>
    </div>
  )
}

/** Opens the order and navigates to its payment. */
function usePay(checkout: Checkout) {
  const { t, language } = useTranslation('billing', 'checkout', 'payments')
  const navigate = useNavigate()
  const record = useRecord()
  const { send, ...sending } = useMutation({
    isInline: true,
    explain: ({ words }) => words ?? t('checkout.failed'),
  })
  return {
    ...sending,
    pay: (isStored: boolean) =>
      send(async (call) => {
        const opened = await openOrder(call, orderOf(checkout, isStored))
        record('PAYMENT_ORDER')
        await goAndPay(opened)
      }),
  }

  async function goAndPay({ order, amount, way }: OpenedOrder): Promise<void> {
    const query = `?order=${encodeURIComponent(order)}`
    if (way.kind === 'stored') return navigate(`/${language}/payment/confirm${query}`)
    if (way.kind === 'simulator') return navigate(`/${language}/payment/simulator${query}`)
    const { openTossWindow } = await whenOnline(() => import('./toss-window.ts'))
    try {
      await openTossWindow(way, { code: order, amount, basePath: `/${language}` })
    } catch (error) {
      const code = (error as { code?: unknown }).code
      if (code !== 'USER_CANCEL') throw error
    }
  }
}
