import type { EmailComposers, EmailContent, EmailPayloads } from '#server/email-outbox.ts'
import { newsRefusal } from '#server/mail-refusal.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { senderText } from '#server/email-sender.ts'
import { renderEmail } from '#server/render-email.ts'
import type { Language } from '#shared/language.ts'
import issuersEn from '#shared/messages/en/issuers.json' with { type: 'json' }
import emailsEn from '#shared/messages/en/emails.json' with { type: 'json' }
import paymentsEn from '#shared/messages/en/payments.json' with { type: 'json' }
import issuersKo from '#shared/messages/ko/issuers.json' with { type: 'json' }
import emailsKo from '#shared/messages/ko/emails.json' with { type: 'json' }
import paymentsKo from '#shared/messages/ko/payments.json' with { type: 'json' }
import { describeCard, formatDay, formatWon } from '#shared/payments-text.ts'
import { isAdvertisingNotice } from '#shared/articles.ts'
import { siteName } from '#shared/site.ts'
import { translate, type Messages, type Values } from '#shared/words.ts'

const words: Record<Language, Messages> = {
  ko: { emails: emailsKo, payments: paymentsKo, issuers: issuersKo },
  en: { emails: emailsEn, payments: paymentsEn, issuers: issuersEn },
}

type Kind =
  | 'receipt'
  | 'refund'
  | 'refund_asked'
  | 'refund_declined'
  | 'payment_failed'
  | 'subscription_ending'
  | 'renewal_soon'
  | 'second_factor'
  | 'notice'
/** All fields that the payloads of these kinds may have. */
type Facts = Partial<
  EmailPayloads['refund_declined'] & EmailPayloads['second_factor'] & EmailPayloads['notice']
>

/** E-mails about payments, the second factor and notices. Days are Korean days, where cards are charged. */
const compose = (context: {
  kind: Kind
  config: Dependencies['config']
  language: Language
  payload: Facts
}): EmailContent => {
  const { kind, language, payload: facts, config } = context
  const look = (key: string, values?: Values) => translate(words[language], key, values)
  const say = (key: string) => look(`${groupOf(kind, facts)}.${key}`, valuesOf(facts, language, look))
  const path = kind === 'notice' ? `/notice/detail/${facts.id}` : pathOf[kind]
  const isAboutMoney = kind === 'receipt' || kind.startsWith('refund')
  const isAdvertising = kind === 'notice' && isAdvertisingNotice(facts.type)
  const refusal = facts.member ? newsRefusal({ config }, facts.member, language) : null
  return {
    subject: say('subject'),
    ...renderEmail({
      language,
      paragraphs: kind === 'notice' ? [say('about')] : [say('about'), say('facts')],
      action: { label: say('action'), link: `${config.publicOrigin}/${language}${path}` },
      why: say('why'),
      ...(refusal ? { refusal: { label: say('refuse'), link: refusal.page } } : {}),
      ...(isAboutMoney || isAdvertising ? { sender: senderText(config, language) } : {}),
    }),
    ...(refusal ? { refusalUrl: refusal.oneClick } : {}),
  }
}

export const paymentEmails: Pick<EmailComposers, Kind> = {
  receipt: compose,
  refund: compose,
  refund_asked: compose,
  refund_declined: compose,
  payment_failed: compose,
  subscription_ending: compose,
  renewal_soon: compose,
  second_factor: compose,
  notice: compose,
}

const pathOf = {
  receipt: '/my/plan',
  refund: '/my/plan',
  refund_asked: '/my/plan',
  refund_declined: '/contact',
  payment_failed: '/my/plan',
  subscription_ending: '/my/plan',
  renewal_soon: '/my/plan',
  second_factor: '/contact',
} as const

/** Korean law requires an e-mail that sells something to say so in its subject (정보통신망법 제50조). */
function groupOf(kind: Kind, { state, type }: Facts): string {
  if (kind === 'second_factor') return `emails.factor.${state ?? 'removed'}`
  if (kind === 'notice') return `emails.notice.${isAdvertisingNotice(type) ? 'event' : 'news'}`
  return `emails.payment.${kind}`
}

function valuesOf(facts: Facts, language: Language, look: (key: string, values?: Values) => string): Values {
  const date = facts.paid_at ?? facts.date
  return {
    site: siteName[language],
    name: nameOf(facts, look),
    amount: formatWon(facts.amount ?? 0, language),
    order: facts.order ?? '',
    card: describeCard({ issuer: facts.issuer ?? null, lastFour: facts.card ?? null }, look),
    date: date ? formatDay(date, language) : '',
    title: facts.title ?? '',
    summary: facts.summary ?? '',
    answer: facts.answer ?? '',
  }
}

function nameOf({ plan, period, pack }: Facts, look: (key: string) => string): string {
  if (pack) return look(`payments.pack.names.${pack}`)
  return plan ? `${look(`payments.plan.${plan}.name`)} (${look(`emails.payment.periods.${period}`)})` : ''
}
