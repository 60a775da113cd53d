// Letters about payments: written down by the database with what they tell, sent here, none of them twice.
import { sql } from 'kysely'
import { newsRefusal } from '#server/mail-refusal.ts'
import type { Parts } from '#server/parts.ts'
import type { Language } from '#shared/language.ts'
import { composePaymentLetter, type LetterFacts, type LetterKind } from './compose-letter.ts'

const atOnce = 20

type Begun = { id: string; kind: LetterKind; address: string; language: Language; data: LetterFacts }

/** Sends all that are due. One that the mail server did not take comes again later. */
export async function sendPaymentLetters(parts: Pick<Parts, 'config' | 'database' | 'mail'>): Promise<void> {
  const { mail, database, config } = parts
  if (!mail) return
  for (;;) {
    const { rows } =
      await sql<Begun>`select * from private.begin_payment_letters(${atOnce}::integer)`.execute(database)
    if (rows.length === 0) return
    for (const { id, kind, address, language, data } of rows) {
      const refusal = data.member ? newsRefusal({ config }, data.member, language) : null
      const letter = composePaymentLetter({
        kind,
        language,
        facts: data,
        origin: config.publicOrigin,
        refusal,
      })
      const outcome = await mail.send({ ...letter, to: address })
      await sql`select private.end_payment_letter(${id}::bigint, ${outcome === 'later'})`.execute(database)
    }
  }
}
