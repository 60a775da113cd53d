// Tells the address before that a member's letters go elsewhere (B32), so that nobody leads them away silently.
import { sql } from 'kysely'
import { layOutLetter } from '#server/lay-out-letter.ts'
import type { Parts } from '#server/parts.ts'
import type { Language } from '#shared/language.ts'
import en from '#shared/messages/en/letters.json' with { type: 'json' }
import ko from '#shared/messages/ko/letters.json' with { type: 'json' }
import { siteName, siteZone } from '#shared/site.ts'
import { translate } from '#shared/words.ts'

const words = { ko: { letters: ko }, en: { letters: en } }

/** `new_address` is masked. */
type Begun = { address: string; new_address: string; language: Language; changed_at: string }

/** Sends one letter, never twice. @throws Error when it is to be tried again */
export async function sendAddressLetter(
  { config, database, mail }: Pick<Parts, 'config' | 'database' | 'mail'>,
  letterKey: string,
): Promise<void> {
  if (!mail) return
  const { rows } = await sql<Begun>`select * from private.begin_address_letter(${letterKey}::uuid)`.execute(
    database,
  )
  const [begun] = rows
  if (!begun) return
  const outcome = await mail.send({ ...composeAddressLetter(begun, config.publicOrigin), to: begun.address })
  await sql`select private.end_address_letter(${letterKey}::uuid, ${outcome === 'later'})`.execute(database)
  if (outcome === 'later') throw new Error('the mail server did not take a letter about a changed address')
}

function composeAddressLetter(
  { new_address: email, language, changed_at: changedAt }: Begun,
  origin: string,
) {
  const date = new Date(changedAt).toLocaleString(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: siteZone,
  })
  const say = (key: string) =>
    translate(words[language], `letters.changed.${key}`, { site: siteName[language], email, date })
  return {
    subject: say('subject'),
    ...layOutLetter({
      language,
      paragraphs: [say('about'), say('facts'), say('advice')],
      action: { label: say('action'), link: `${origin}/${language}/contact` },
      why: say('why'),
    }),
  }
}
