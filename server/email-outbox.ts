// Every e-mail is a row of private.email_outbox, written in the transaction of its event. One job sends them
// (supabase/schemas/09_emails.sql).
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { logFailure } from '#server/log-failure.ts'
import type { Mail, MailOutcome } from '#server/adapters/mail.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { Language } from '#shared/language.ts'

/** The data of a row by its kind. It contains text that members typed, and renderers treat it as text. */
export type EmailPayloads = {
  receipt: OrderFacts
  refund: OrderFacts
  refund_asked: OrderFacts
  refund_declined: OrderFacts & { answer: string }
  payment_failed: object
  subscription_ending: { date?: string }
  renewal_soon: { date: string; amount: number; plan: string; period: string }
  second_factor: { state: string; date?: string }
  notice: { id: number; type: string; title: string; summary: string; member: string }
  email_code: { code_key: string }
  /** `email` is masked. */
  email_changed: { email: string; changed_at: string }
  /** `agreed_at` in UTC. */
  news_consent: { member: string; agreed_at: string }
  answer: { title: string; description: string; answer: string }
  invitation: { nickname: string; code: string; address_hash: string }
  team_invitation: { nickname: string; secret_key: string; address_hash: string }
}
type EmailKind = keyof EmailPayloads
type OrderFacts = {
  order: string
  plan: string | null
  period: string | null
  pack: string | null
  amount: number
  paid_at?: string | null
  issuer: string | null
  card: string | null
}

export type EmailContent = { subject: string; text: string; html: string; refusalUrl?: string }
type Context<Kind extends EmailKind> = {
  kind: Kind
  config: Dependencies['config']
  language: Language
  payload: EmailPayloads[Kind]
}
/** The composer of each kind; the features have them. */
export type EmailComposers = { [Kind in EmailKind]: (context: Context<Kind>) => EmailContent }

const claimedAtOnce = 20

type Claimed = {
  id: string
  kind: EmailKind
  idempotency_key: string
  recipient: string
  language: Language
  payload: EmailPayloads[EmailKind]
}

/**
 * Sends due e-mails. The database decides about an e-mail that was not accepted: retry, or give up.
 * On a machine without e-mail, answers fail, so that operators see it; all others wait until they expire.
 */
export async function sendEmails(
  { config, database, mail }: Pick<Dependencies, 'config' | 'database' | 'mail'>,
  composers: EmailComposers,
): Promise<void> {
  const kinds = mail ? null : ['answer']
  for (;;) {
    const { rows } = await sql<Claimed>`
      select * from private.claim_emails(${claimedAtOnce}::integer, ${kinds}::text[])`.execute(database)
    if (rows.length === 0) return
    for (const email of rows) {
      const { outcome, providerId } = mail
        ? await sendOne(mail, email, config, composers)
        : { outcome: 'failed' as const, providerId: null }
      await sql`select private.end_email(${email.id}::bigint, ${outcome}, ${providerId}::text)`.execute(
        database,
      )
    }
  }
}

/** A row that cannot be rendered fails alone and does not block others. */
async function sendOne(
  mail: Mail,
  { kind, language, payload, recipient, idempotency_key: key }: Claimed,
  config: Dependencies['config'],
  composers: EmailComposers,
): Promise<{ outcome: MailOutcome | 'failed'; providerId: string | null }> {
  let content: EmailContent
  try {
    const compose = composers[kind] as (context: object) => EmailContent
    content = compose({ kind, config, language, payload })
  } catch (error) {
    logFailure(`email: ${kind} could not be written`, error)
    return { outcome: 'failed', providerId: null }
  }
  // The same Message-ID for each attempt, so that mail programs show a repeated e-mail once.
  const id = createHash('sha256').update(key).digest('hex').slice(0, 32)
  return mail.send({ ...content, to: recipient, id })
}
