// Accounts by address or number: POST /signup, and the requests that send a code (/otp, /magiclink, /recover, /resend).
import { randomUUID } from 'node:crypto'
import { Hono, type Context } from 'hono'
import type pg from 'pg'
import { inTransaction } from '#backend/database.ts'
import {
  createAccount,
  findAccount,
  restartAccount,
  upsertOwnIdentity,
  type Account,
  type AccountStart,
} from './account.ts'
import { readChannel, readEmail, readPhone } from './address.ts'
import type { AuthContext } from './auth-context.ts'
import { AuthError } from './auth-error.ts'
import { findUser } from './auth-user.ts'
import { disabledErrors } from './disabled-routes.ts'
import { readChallenge, type CodeChallenge } from './code-challenge.ts'
import { mailEmailChange } from './email-change.ts'
import { createMailFlow } from './flow-state.ts'
import { hashPassword, requireStrongPassword } from './password.ts'
import { readBody, readMetadata, readString } from './request-body.ts'
import { mailCodes, mailCodesInSecret, requireFewMails, textCode } from './send-code.ts'
import { readDevice } from './session-guard.ts'
import { openSession } from './sessions.ts'

type Body = Record<string, unknown>

export function signUpRoutes(auth: AuthContext): Hono {
  const routes = new Hono()
  routes.post('/signup', async (c) => {
    return c.json(await signUp(auth, c, await readBody(c)))
  })
  for (const path of ['/otp', '/magiclink'] as const) {
    routes.post(path, async (c) => {
      const body = await readBody(c)
      await sendOneTimeCode(auth, c, body)
      return c.json({})
    })
  }
  routes.post('/recover', async (c) => {
    await recover(auth, c, await readBody(c))
    return c.json({})
  })
  routes.post('/resend', async (c) => {
    await resend(auth, c, await readBody(c))
    return c.json({})
  })
  return routes
}

async function signUp(auth: AuthContext, c: Context, body: Body): Promise<object> {
  requireSignUp(auth)
  const { email, phone } = requireOneOf(auth, body)
  if (!email && !phone) return signUpGuest(auth, c, body)
  const password = readString(body, 'password')
  if (!password) throw new AuthError(400, 'validation_failed', 'Signup requires a valid password')
  requireStrongPassword(password, auth.settings)
  const challenge = readChallenge(body)
  const userMetadata = readMetadata(body, 'data') ?? {}
  const isAutoconfirmed = email ? auth.settings.emailAutoconfirm : auth.settings.phoneAutoconfirm
  // Hashed before the lookup, so that the response takes as long for a known address as for a new one.
  const passwordHash = await hashPassword(password)
  const known = await findAccount(auth.pool, { email, phone })
  if (known && isTaken(known, email)) {
    if (isAutoconfirmed) throw new AuthError(422, 'user_already_exists', 'User already registered')
    return obfuscatedUser({ email, phone, userMetadata })
  }
  const request = { known, email, phone, start: { passwordHash, userMetadata } }
  if (isAutoconfirmed) return signUpConfirmed(auth, c, request)
  const channel = readChannel(body)
  const userId = await requestConfirmation(auth, c, { ...request, channel, challenge })
  return (await findUser(auth.pool, userId)) ?? {}
}

/** Confirmed, or signed in before with another method. */
function isTaken(account: Account, email: string | null): boolean {
  return account.has_signed_in || (email ? account.is_email_confirmed : account.is_phone_confirmed)
}

type Request = { known: Account | null; email: string | null; phone: string | null; start: AccountStart }

async function signUpConfirmed(auth: AuthContext, c: Context, o: Request): Promise<object> {
  const { known, email, phone, start } = o
  return inTransaction(auth.pool, async (client) => {
    if (known) await restartAccount(client, known, start)
    const userId = known?.id ?? (await createAccount(client, { email, phone, ...start }))
    const column = email ? 'email_confirmed_at' : 'phone_confirmed_at'
    await client.query(`update auth.users set ${column} = now() where id = $1`, [userId])
    await upsertOwnIdentity(client, userId, email ? 'email' : 'phone')
    return openSession(client, auth.tokens, { userId, method: 'password', device: readDevice(auth, c) })
  })
}

/**
 * Sends the code that verifies an unverified address; resolves to the user's id. The latest request replaces earlier
 * ones when the earlier code becomes invalid.
 */
async function requestConfirmation(
  auth: AuthContext,
  c: Context,
  o: Request & { channel: 'sms' | 'whatsapp'; challenge: CodeChallenge | null },
): Promise<string> {
  const { known, email, phone, start, channel, challenge } = o
  const userId =
    known?.id ??
    (await inTransaction(auth.pool, (client) => createAccount(client, { email, phone, ...start })))
  const alongside = async (client: pg.PoolClient) => {
    if (known) await restartAccount(client, known, start)
    if (challenge) await createMailFlow(client, { userId, method: 'email/signup', ...challenge })
  }
  if (email) await mailConfirmation(auth, c, { userId, email, isPkce: challenge !== null, alongside })
  if (phone)
    await textCode(auth, { userId, type: 'confirmation_token', kind: 'signup', phone, channel, alongside })
  return userId
}

async function signUpGuest(auth: AuthContext, c: Context, body: Body): Promise<object> {
  if (!auth.settings.anonymousUsers) throw disabledErrors.anonymousSignUp()
  const userMetadata = readMetadata(body, 'data') ?? {}
  return inTransaction(auth.pool, async (client) => {
    const userId = await createAccount(client, { email: null, phone: null, userMetadata, isAnonymous: true })
    return openSession(client, auth.tokens, { userId, method: 'anonymous', device: readDevice(auth, c) })
  })
}

/** POST /otp: a code for a known address, or a new account when the client allows it. */
async function sendOneTimeCode(auth: AuthContext, c: Context, body: Body): Promise<void> {
  const { email, phone } = requireOneOf(auth, body, 'login')
  if (!email && !phone) throw new AuthError(400, 'validation_failed', 'One of email or phone must be set')
  const challenge = readChallenge(body)
  const userMetadata = readMetadata(body, 'data') ?? {}
  const channel = readChannel(body)
  const known = await findAccount(auth.pool, { email, phone })
  if (!known && body.create_user === false) {
    throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp')
  }
  if (!known) requireSignUp(auth)
  if (!known || !isTaken(known, email)) {
    const start = { passwordHash: null, userMetadata }
    await requestConfirmation(auth, c, { known, email, phone, start, channel, challenge })
    return
  }
  if (phone) {
    await textCode(auth, { userId: known.id, type: 'confirmation_token', kind: 'signup', phone, channel })
    return
  }
  await mailSignIn(auth, c, { account: known, kind: 'magiclink', challenge })
}

/** A link and code for an existing account. */
async function mailSignIn(
  auth: AuthContext,
  c: Context,
  o: { account: Account; kind: 'magiclink' | 'recovery'; challenge: CodeChallenge | null },
): Promise<void> {
  const { account, kind, challenge } = o
  if (challenge) await createMailFlow(auth.pool, { userId: account.id, method: kind, ...challenge })
  const mail = kind === 'recovery' ? mailCodesInSecret : mailCodes
  await mail(auth, {
    userId: account.id,
    emails: [{ type: 'recovery_token', kind, to: account.email ?? '' }],
    redirectTo: auth.checkRedirect(c.req.query('redirect_to')),
    isPkce: challenge !== null,
  })
}

/** POST /recover. The response is the same for known and unknown addresses. */
async function recover(auth: AuthContext, c: Context, body: Body): Promise<void> {
  if (!auth.settings.email) throw disabledErrors.emailLogin()
  const email = readEmail(body)
  if (!email) throw new AuthError(400, 'validation_failed', 'Password recovery requires an email')
  const challenge = readChallenge(body)
  const known = await findAccount(auth.pool, { email })
  await requireFewMails(auth, email)
  if (known) await mailSignIn(auth, c, { account: known, kind: 'recovery', challenge })
}

const resendTypes = ['signup', 'email_change', 'sms', 'phone_change']

/** POST /resend. Does nothing when there is nothing to confirm. */
async function resend(auth: AuthContext, c: Context, body: Body): Promise<void> {
  const type = readString(body, 'type')
  const { email, phone } = requireOneOf(auth, body, 'login')
  if (!resendTypes.includes(type)) {
    throw new AuthError(400, 'validation_failed', `Missing one of these types: ${resendTypes.join(', ')}`)
  }
  if (!email && type === 'signup')
    throw new AuthError(400, 'validation_failed', 'Type provided requires an email address')
  if (!phone && type === 'sms')
    throw new AuthError(400, 'validation_failed', 'Type provided requires a phone number')
  if (!email && !phone) throw new AuthError(400, 'validation_failed', 'Missing email address or phone number')
  const known = await findAccount(auth.pool, { email, phone })
  if (!known) return
  const { id: userId } = known
  if (type === 'signup' && email && !known.is_email_confirmed)
    await mailConfirmation(auth, c, { userId, email, isPkce: false })
  if (type === 'sms' && phone && !known.is_phone_confirmed)
    await textCode(auth, { userId, type: 'confirmation_token', kind: 'signup', phone, channel: 'sms' })
  if (type === 'email_change' && known.email_change)
    await mailEmailChange(auth, {
      account: known,
      newEmail: known.email_change,
      redirectTo: auth.checkRedirect(c.req.query('redirect_to')),
      challenge: null,
    })
  if (type === 'phone_change' && known.phone_change)
    await textCode(auth, {
      userId,
      type: 'phone_change_token',
      kind: 'phone_change',
      phone: known.phone_change,
      channel: 'sms',
    })
}

function mailConfirmation(
  auth: AuthContext,
  c: Context,
  o: { userId: string; email: string; isPkce: boolean; alongside?: (client: pg.PoolClient) => Promise<void> },
): Promise<void> {
  const { email, ...rest } = o
  return mailCodes(auth, {
    ...rest,
    emails: [{ type: 'confirmation_token', kind: 'signup', to: email }],
    redirectTo: auth.checkRedirect(c.req.query('redirect_to')),
  })
}

/** The address or the number of a request, by an enabled method; both together are an error. */
function requireOneOf(
  auth: AuthContext,
  body: Body,
  purpose: 'signUp' | 'login' = 'signUp',
): { email: string | null; phone: string | null } {
  const isSignUp = purpose === 'signUp'
  if (body.email && body.phone) {
    throw new AuthError(400, 'validation_failed', 'Only an email address or phone number should be provided')
  }
  if (body.email && !auth.settings.email)
    throw isSignUp ? disabledErrors.emailSignUp() : disabledErrors.emailLogin()
  if (body.phone && !auth.settings.phone)
    throw isSignUp ? disabledErrors.phoneSignUp() : disabledErrors.phoneLogin()
  return { email: readEmail(body), phone: readPhone(body) }
}

function requireSignUp(auth: AuthContext): void {
  if (!auth.settings.signUp) throw disabledErrors.signUp()
}

/** The response to a sign-up with an address in use: a made-up new user, so that membership is not revealed. */
function obfuscatedUser(o: {
  email: string | null
  phone: string | null
  userMetadata: Record<string, unknown>
}): object {
  const now = new Date().toISOString()
  const provider = o.email ? 'email' : 'phone'
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: 'authenticated',
    email: o.email ?? '',
    phone: o.phone ?? '',
    confirmation_sent_at: now,
    app_metadata: { provider, providers: [provider] },
    user_metadata: o.userMetadata,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}
