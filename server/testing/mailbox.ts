// Sends the outbox of a test's product on demand: to a mailbox that stores e-mails, or over the product's own e-mail
// client.
import { sql } from 'kysely'
import { sendEmails } from '#server/email-outbox.ts'
import { emailComposers } from '#server/jobs/email-composers.ts'
import type { Mail, MailOutcome } from '#server/adapters/mail.ts'
import type { Dependencies } from '#server/dependencies.ts'

export type SentEmail = Parameters<Mail['send']>[0]
type Product = Pick<Dependencies, 'config' | 'database'>

export type Mailbox = {
  sent: SentEmail[]
  /** The outcomes of the next e-mails; `sent` when there is none left. */
  outcomes: MailOutcome[]
  mail: Mail
}

export function createMailbox(): Mailbox {
  const box: Mailbox = {
    sent: [],
    outcomes: [],
    mail: {
      send(email) {
        box.sent.push(email)
        return Promise.resolve({ outcome: box.outcomes.shift() ?? 'sent', providerId: null })
      },
    },
  }
  return box
}

/** Runs the job send-emails. */
export const deliver = (product: Product, mail: Mail | null): Promise<void> =>
  sendEmails({ config: product.config, database: product.database, mail }, emailComposers)

/** Makes e-mails that wait for a retry due. */
export async function makeDue({ database }: Pick<Product, 'database'>): Promise<void> {
  await sql`update private.email_outbox set next_attempt_at = now() where state = 'waiting'`.execute(database)
}

/** Leaves e-mails as a process does that dies while it sends: pending ones are claimed, for this long. */
export async function leaveClaimed(
  { database }: Pick<Product, 'database'>,
  minutesAgo: number,
): Promise<void> {
  await sql`update private.email_outbox set state = 'sending', attempts = attempts + 1,
    claimed_at = now() - make_interval(mins => ${minutesAgo}::integer) where state in ('waiting', 'sending')`.execute(
    database,
  )
}

export async function emptyOutbox({ database }: Pick<Product, 'database'>): Promise<void> {
  await sql`delete from private.email_outbox`.execute(database)
}
