import { sql } from 'kysely'
import { wrapError, type Querier } from '#server/adapters/database.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { consentKinds, consentVersions, type ConsentKind } from '#shared/consents.ts'
import type { ConsentForm } from '#shared/consents-form.ts'
import type { Language } from '#shared/language.ts'

/**
 * Records one consent, given or withdrawn, in the current version. A consent to news also changes the member's setting.
 */
export async function recordConsent(
  db: Querier,
  memberId: string,
  kind: ConsentKind,
  isGiven: boolean,
): Promise<void> {
  await sql`select private.record_consent(${memberId}::uuid, ${kind}, ${consentVersions[kind]}, ${isGiven})`.execute(
    db,
  )
}

/** News are sent in the language of the subscription. */
export async function noteNewsReader(
  db: Querier,
  { userId, language }: { userId: string; language: Language },
): Promise<void> {
  await sql`insert into private.news_reader (user_id, language) values (${userId}::uuid, ${language})
    on conflict on constraint news_reader_pkey do update set language = excluded.language`.execute(db)
}

/**
 * Records the member's answers of the sign-up, or after a version has changed, in one transaction.
 * @throws AppError member_not_found, member_update_failed
 */
export async function recordConsents(
  { database }: Pick<Dependencies, 'database'>,
  { memberId, form, language }: { memberId: string; form: ConsentForm; language: Language },
): Promise<void> {
  await wrapError('member_update_failed', () =>
    database.transaction().execute(async (trx) => {
      for (const kind of consentKinds) await recordConsent(trx, memberId, kind, form[kind])
      if (form.news) await noteNewsReader(trx, { userId: memberId, language })
    }),
  )
}
