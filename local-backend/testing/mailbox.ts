import type { SupabaseClient } from '@supabase/supabase-js'
import { createOutbox, type Mail } from '#backend/main.ts'
import { createVisitor } from './sign-in.ts'
import { query, type TestBackend } from './test-backend.ts'

export const goodPassword = 'correct-horse-7'

export type Mailbox = {
  mails: Mail[]
  sendMail: (mail: Mail) => Promise<void>
  /** The newest e-mail to a recipient; throws when there is none. */
  last(to: string): Mail
  /** Makes every e-mail fail until it is reset. */
  setClosed(isClosed: boolean): void
  /** Delays every e-mail until the returned function is called. */
  hold(): () => void
}

/** All e-mails, readable by tests. */
export function createMailbox(): Mailbox {
  const outbox = createOutbox()
  let isClosed = false
  let held = Promise.resolve()
  return {
    mails: outbox.mails,
    async sendMail(mail) {
      await held
      if (isClosed) throw new Error('The post office is closed.')
      await outbox.sendMail(mail)
    },
    last(to) {
      const mail = outbox.mails.findLast((candidate) => candidate.to === to)
      if (!mail) throw new Error(`No mail to ${to}.`)
      return mail
    },
    setClosed(value) {
      isClosed = value
    },
    hold() {
      const holding = Promise.withResolvers<void>()
      held = holding.promise
      return holding.resolve
    },
  }
}

/** Simulates a minute between two e-mails to one recipient. */
export async function passMinute(backend: TestBackend, email: string): Promise<void> {
  const earlier = (column: string) => `${column} = ${column} - interval '61 seconds'`
  const columns = [
    'confirmation_sent_at',
    'recovery_sent_at',
    'email_change_sent_at',
    'reauthentication_sent_at',
  ]
  await query(
    backend.database.authAdminUrl,
    `update auth.users set ${columns.map(earlier).join(', ')} where email = $1`,
    [email],
  )
}

/** A user who has signed up with goodPassword and confirmed the address. */
export async function signUpByMail(
  backend: TestBackend,
  mailbox: Mailbox,
  email: string,
): Promise<{ client: SupabaseClient; id: string }> {
  const client = createVisitor(backend)
  await client.auth.signUp({ email, password: goodPassword })
  const { data, error } = await client.auth.verifyOtp({
    email,
    token: mailbox.last(email).code,
    type: 'signup',
  })
  if (error) throw error
  return { client, id: data.user?.id ?? '' }
}
