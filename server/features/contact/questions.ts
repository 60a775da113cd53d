// Questions of members and visitors to us.
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Querier } from '#server/adapters/database.ts'
import { countUse } from '#server/adapters/rate-limit.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { ContactForm } from '#shared/contact-form.ts'
import { contactsPerHour } from '#shared/contact.ts'

/** The caller: a member, or an address, which is stored as a keyed hash for an hour only. */
export type Asker = { memberId: string } | { address: string }

const windowSeconds = 3_600

/**
 * Stores a question. The same open question again within the hour, after a double click or a lost connection, returns
 * the existing one.
 * @returns its id
 * @throws AppError too_many_requests
 */
export async function askQuestion(
  deps: Pick<Dependencies, 'database' | 'config'>,
  asker: Asker,
  form: ContactForm,
): Promise<number> {
  const memberId = 'memberId' in asker ? asker.memberId : null
  const max = memberId ? contactsPerHour.member : contactsPerHour.visitor
  const { lang, ...fields } = form
  return deps.database.transaction().execute(async (trx) => {
    const same = JSON.stringify([memberId, fields])
    await sql`select pg_advisory_xact_lock(hashtextextended(${same}, 0))`.execute(trx)
    const known = await findSame(trx, memberId, fields)
    if (known !== null) return known
    await countUse(trx, keyOf(asker, deps.config), { max, windowSeconds })
    const { id } = await trx
      .insertInto('contact')
      .values({ ...fields, language: lang, user_id: memberId })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

async function findSame(
  trx: Querier,
  memberId: string | null,
  { email, title, description }: Pick<ContactForm, 'email' | 'title' | 'description'>,
): Promise<number | null> {
  const row = await trx
    .selectFrom('contact')
    .select('id')
    .where('user_id', memberId ? '=' : 'is', memberId)
    .where('email', '=', email)
    .where('title', '=', title)
    .where('description', '=', description)
    .where('answered_at', 'is', null)
    .where('closed_at', 'is', null)
    .where('created_at', '>', sql<string>`now() - make_interval(secs => ${windowSeconds})`)
    .executeTakeFirst()
  return row?.id ?? null
}

function keyOf(asker: Asker, { deletedAccounts }: Dependencies['config']): string {
  if ('memberId' in asker) return `contact:${asker.memberId}`
  const hash = createHmac('sha256', deletedAccounts.hashKey).update(asker.address).digest('base64url')
  return `contact:${hash}`
}

export type OpenQuestion = {
  id: number
  type: string
  email: string
  title: string
  description: string
  language: string
  isMember: boolean
  createdAt: string
}

/** Open questions, the oldest first. */
export async function listOpenQuestions(database: Database): Promise<OpenQuestion[]> {
  const rows = await database
    .selectFrom('contact')
    .select(['id', 'type', 'email', 'title', 'description', 'language', 'user_id', 'created_at'])
    .where('answered_at', 'is', null)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .limit(200)
    .execute()
  return rows.map(({ user_id, created_at, ...rest }) => ({
    ...rest,
    isMember: user_id !== null,
    createdAt: created_at,
  }))
}
