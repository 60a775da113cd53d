import type { Values } from '#shared/words.ts'

/**
 * `신한카드 ···· 1111`, as far as it is known.
 * @param t of a page that has the words of `issuers`: names by the numbers that card companies of Korea give each other
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
