import { layOutLetter } from '#server/lay-out-letter.ts'
import type { Language } from '#shared/language.ts'
import issuersEn from '#shared/messages/en/issuers.json' with { type: 'json' }
import lettersEn from '#shared/messages/en/letters.json' with { type: 'json' }
import paymentsEn from '#shared/messages/en/payments.json' with { type: 'json' }
import issuersKo from '#shared/messages/ko/issuers.json' with { type: 'json' }
import lettersKo from '#shared/messages/ko/letters.json' with { type: 'json' }
import paymentsKo from '#shared/messages/ko/payments.json' with { type: 'json' }
import { describeCard, formatDay, formatWon } from '#shared/payments-text.ts'
import { siteName } from '#shared/site.ts'
import { translate, type Messages, type Values } from '#shared/words.ts'

const words: Record<Language, Messages> = {
  ko: { letters: lettersKo, payments: paymentsKo, issuers: issuersKo },
  en: { letters: lettersEn, payments: paymentsEn, issuers: issuersEn },
}

/** What the database wrote down of an order; of a payment that failed nothing, of an end its `date`. */
export type LetterFacts = {
  order?: string
  plan?: string | null
  period?: string | null
  pack?: string | null
  amount?: number
  paid_at?: string | null
  issuer?: string | null
  card?: string | null
  date?: string
  /** Of a second factor: asked, removed or recovered. */
  state?: string
  /** Of a notice, and the member who reads it. */
  id?: number
  type?: string
  title?: string
  summary?: string
  member?: string
}
export type LetterKind =
  | 'receipt'
  | 'refund'
  | 'payment_failed'
  | 'subscription_ending'
  | 'second_factor'
  | 'notice'

/** A letter about a payment, or about the second factor, as text and as HTML that shows the same. Days are those of Korea, where cards are charged. */
export function composePaymentLetter(about: {
  kind: LetterKind
  language: Language
  facts: LetterFacts
  origin: string
  /** Of what nobody has to get: how to end it. */
  refusal: { page: string; oneClick: string } | null
}): { subject: string; text: string; html: string; refusalUrl?: string } {
  const { kind, language, facts, origin, refusal } = about
  const look = (key: string, values?: Values) => translate(words[language], key, values)
  const say = (key: string) => look(`${groupOf(kind, facts)}.${key}`, valuesOf(facts, language, look))
  const path = kind === 'notice' ? `/notice/detail/${facts.id}` : pathOf[kind]
  return {
    subject: say('subject'),
    ...layOutLetter({
      language,
      paragraphs: kind === 'notice' ? [say('about')] : [say('about'), say('facts')],
      action: { label: say('action'), link: `${origin}/${language}${path}` },
      why: say('why'),
      ...(refusal ? { refusal: { label: say('refuse'), link: refusal.page } } : {}),
    }),
    ...(refusal ? { refusalUrl: refusal.oneClick } : {}),
  }
}

const pathOf = {
  receipt: '/my/plan',
  refund: '/my/plan',
  payment_failed: '/my/plan',
  subscription_ending: '/my/plan',
  second_factor: '/contact',
} as const

/** Korean law wants a letter that sells something to say so in its subject (정보통신망법 50조): events are such letters. */
function groupOf(kind: LetterKind, { state, type }: LetterFacts): string {
  if (kind === 'second_factor') return `letters.factor.${state ?? 'removed'}`
  if (kind === 'notice') return `letters.notice.${type === 'event' ? 'event' : 'news'}`
  return `letters.payment.${kind}`
}

function valuesOf(
  facts: LetterFacts,
  language: Language,
  look: (key: string, values?: Values) => string,
): Values {
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
  }
}

function nameOf({ plan, period, pack }: LetterFacts, look: (key: string) => string): string {
  if (pack) return look(`payments.pack.names.${pack}`)
  return plan ? `${look(`payments.plan.${plan}.name`)} (${look(`letters.payment.periods.${period}`)})` : ''
}
