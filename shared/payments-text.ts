// Formats of payments, for screens and e-mails.
import type { Language } from './language.ts'
import { siteZone } from './site.ts'
import type { Values } from './words.ts'

// Making a formatter takes much longer than formatting with it.
const wonFormats = {
  ko: new Intl.NumberFormat('ko'),
  en: new Intl.NumberFormat('en', { style: 'currency', currency: 'KRW' }),
}

/** `9,900원`, `₩9,900`. */
export function formatWon(amount: number, language: Language): string {
  const text = wonFormats[language].format(amount)
  return language === 'ko' ? `${text}원` : text
}

/** A Korean calendar day, because cards are charged there. */
export function formatDay(iso: string, language: Language): string {
  return new Date(iso).toLocaleDateString(language, { dateStyle: 'long', timeZone: siteZone })
}

/**
 * `신한카드 ···· 1111`, with the known parts.
 * @param t of a page with the messages of `issuers`: names by the numbers of Korean card companies
 */
export function describeCard(
  card: { issuer: string | null; lastFour: string | null },
  t: (key: never, values?: Values) => string,
): string {
  const look = t as (key: string, values?: Values) => string
  const key = `issuers.issuer.${card.issuer ?? ''}`
  const name = look(key)
  const issuer = name === key ? look('issuers.unknown') : name
  return card.lastFour ? look('issuers.face', { issuer, lastFour: card.lastFour }) : issuer
}
