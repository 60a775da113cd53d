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
}
export type LetterKind = 'receipt' | 'refund' | 'payment_failed' | 'subscription_ending' | 'second_factor'

/** A letter about a payment, or about the second factor, as text and as HTML that shows the same. Days are those of Korea, where cards are charged. */
export function composePaymentLetter(about: {
  kind: LetterKind
  language: Language
  facts: LetterFacts
  origin: string
}): { subject: string; text: string; html: string } {
  const { kind, language, facts, origin } = about
  const look = (key: string, values?: Values) => translate(words[language], key, values)
  const date = facts.paid_at ?? facts.date
  const values = {
    site: siteName[language],
    name: nameOf(facts, look),
    amount: formatWon(facts.amount ?? 0, language),
    order: facts.order ?? '',
    card: describeCard({ issuer: facts.issuer ?? null, lastFour: facts.card ?? null }, look),
    date: date ? formatDay(date, language) : '',
  }
  const group =
    kind === 'second_factor' ? `letters.factor.${facts.state ?? 'removed'}` : `letters.payment.${kind}`
  const say = (key: string) => look(`${group}.${key}`, values)
  return {
    subject: say('subject'),
    ...layOutLetter({
      language,
      paragraphs: [say('about'), say('facts')],
      action: {
        label: say('action'),
        link: `${origin}/${language}${kind === 'second_factor' ? '/contact' : '/my/plan'}`,
      },
      why: say('why'),
    }),
  }
}

function nameOf({ plan, period, pack }: LetterFacts, look: (key: string) => string): string {
  if (pack) return look(`payments.pack.names.${pack}`)
  return plan ? `${look(`payments.plan.${plan}.name`)} (${look(`letters.payment.periods.${period}`)})` : ''
}
