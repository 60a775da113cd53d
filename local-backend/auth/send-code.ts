import type pg from 'pg'
import { codeOf, inTransaction } from '#backend/database.ts'
import { describeFailure } from '#backend/describe-failure.ts'
import type { AuthContext } from './auth-context.ts'
import { AuthError } from './auth-error.ts'
import { disabledErrors } from './disabled-routes.ts'
import { forgetCodes, issueCode, markSent, type CodeType } from './one-time-code.ts'
import type { Mail, TextMessage } from './outbox.ts'

type Email = { type: CodeType; kind: Mail['kind']; to: string }

/** Changes in the transaction of the new code, e.g. the address that it will verify. */
type Alongside = (client: pg.PoolClient) => Promise<void>

type Mailing = {
  userId: string
  emails: Email[]
  redirectTo: string
  isPkce: boolean
  alongside?: Alongside
}

/**
 * Sends one code per e-mail. Codes are stored in a separate transaction before sending, so that a slow mail server
 * blocks no connection. When one cannot be sent, all are deleted. Throws AuthError over_email_send_rate_limit,
 * email_provider_disabled or unexpected_failure.
 */
export async function mailCodes(auth: AuthContext, mailing: Mailing): Promise<void> {
  for (const { to } of mailing.emails) await requireFewMails(auth, to)
  await deliver(auth, mailing, await prepareMails(auth, mailing))
}

/**
 * As mailCodes, but neither the response nor its time reveals whether an e-mail is sent: none within a minute of the
 * last, and the response does not wait for the mail server. The caller counts with requireFewMails, for any address.
 */
export async function mailCodesInSecret(auth: AuthContext, mailing: Mailing): Promise<void> {
  const mails = await prepareMails(auth, mailing).catch((error: unknown) => {
    if (error instanceof AuthError && error.code === mailLimit) return null
    throw error
  })
  if (!mails) return
  deliver(auth, mailing, mails).catch((error: unknown) =>
    auth.log({ level: 'error', event: 'mail_not_sent', ...describeFailure(error as Error) }),
  )
}

async function prepareMails(auth: AuthContext, mailing: Mailing): Promise<Mail[]> {
  if (!auth.sendMail) throw disabledErrors.emailLogin()
  const [first] = mailing.emails
  if (!first) return []
  return inTransaction(auth.pool, async (client) => {
    const userMetadata = await markSent(client, mailing.userId, first.type)
    await mailing.alongside?.(client)
    const ready: Mail[] = []
    for (const email of mailing.emails)
      ready.push(await writeMail(auth, client, { ...mailing, email, userMetadata }))
    return ready
  })
}

async function deliver(auth: AuthContext, { userId, emails }: Mailing, mails: Mail[]): Promise<void> {
  try {
    for (const mail of mails) await auth.sendMail?.(mail)
  } catch (error) {
    const kind = mails[0]?.kind
    auth.log({ level: 'error', event: 'mail_failed', kind, code: codeOf(error) })
    await forgetCodes(
      auth.pool,
      userId,
      emails.map(({ type }) => type),
    )
    throw new AuthError(500, 'unexpected_failure', `Error sending ${kind} email`)
  }
}

const mailLimit = 'over_email_send_rate_limit'

/** Throws AuthError 429 after too many recent e-mails to an address. */
export function requireFewMails(auth: AuthContext, to: string): Promise<void> {
  return requireFewDeliveries(auth, to, mailLimit)
}

async function writeMail(
  auth: AuthContext,
  client: pg.PoolClient,
  input: {
    userId: string
    email: Email
    redirectTo: string
    isPkce: boolean
    userMetadata: Mail['userMetadata']
  },
): Promise<Mail> {
  const { userId, email, redirectTo, isPkce, userMetadata } = input
  const issued = await issueCode(client, auth.keys.jwtSecret, {
    userId,
    type: email.type,
    relatesTo: email.to,
    isPkce,
  })
  const { kind, to } = email
  const link =
    kind === 'reauthentication'
      ? null
      : actionLink(auth.publicUrl, { type: kind, tokenHash: issued.tokenHash, redirectTo })
  return { kind, to, code: issued.code, link, redirectTo, userId, userMetadata }
}

/** Built from the configured URL only, so that no request header gets into an e-mail. */
export function actionLink(
  publicUrl: string,
  input: { type: string; tokenHash: string; redirectTo: string },
): string {
  const query = new URLSearchParams({
    token: input.tokenHash,
    type: input.type,
    redirect_to: input.redirectTo,
  })
  return `${publicUrl}/auth/v1/verify?${query.toString()}`
}

/** As mailCodes, by text message. `phone` in its stored form, without the plus sign. */
export async function textCode(
  auth: AuthContext,
  input: {
    userId: string
    type: CodeType
    kind: TextMessage['kind']
    phone: string
    channel: TextMessage['channel']
    alongside?: Alongside
  },
): Promise<void> {
  const { userId, type, kind, phone, channel } = input
  await requireFewDeliveries(auth, phone, 'over_sms_send_rate_limit')
  const issued = await inTransaction(auth.pool, async (client) => {
    await markSent(client, userId, type)
    await input.alongside?.(client)
    return issueCode(client, auth.keys.jwtSecret, { userId, type, relatesTo: phone, isPkce: false })
  })
  try {
    await sendText(auth, { kind, to: `+${phone}`, channel, code: issued.code, userId })
  } catch (error) {
    await forgetCodes(auth.pool, userId, [type])
    throw error
  }
}

/** Sends one text message. Throws AuthError sms_send_failed or phone_provider_disabled. */
export async function sendText(auth: AuthContext, message: TextMessage): Promise<void> {
  if (!auth.sendTextMessage) throw disabledErrors.phoneLogin()
  try {
    await auth.sendTextMessage(message)
  } catch (error) {
    auth.log({ level: 'error', event: 'text_message_failed', kind: message.kind, code: codeOf(error) })
    throw new AuthError(422, 'sms_send_failed', 'Error sending sms OTP: the message could not be handed over')
  }
}

/** Limits deliveries to one recipient across all callers. Throws AuthError 429. */
export async function requireFewDeliveries(auth: AuthContext, to: string, code: string): Promise<void> {
  const waitSeconds = await auth.limiter.count('delivery', to)
  if (waitSeconds === null) return
  throw new AuthError(
    429,
    code,
    `For security purposes, you can only request this after ${waitSeconds} seconds.`,
  )
}

/** Guesses of passwords and codes come from many addresses, so the account counts too. Throws AuthError 429. */
export async function requireFewGuesses(auth: AuthContext, account: string): Promise<void> {
  if ((await auth.limiter.count('guess', account)) === null) return
  throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
}

/** Called after a right guess: only failures count. */
export function forgiveGuesses(auth: AuthContext, account: string): Promise<void> {
  return auth.limiter.forget('guess', account)
}
