// POST /invite and POST /admin/generate_link: sign-in links that a caller with the secret key creates.
import { Hono } from 'hono'
import type pg from 'pg'
import { inTransaction } from '#backend/database.ts'
import { createAccount, findAccount, restartAccount, type Account } from './account.ts'
import { readEmail } from './address.ts'
import type { AuthContext } from './auth-context.ts'
import { AuthError } from './auth-error.ts'
import { findUser } from './auth-user.ts'
import { disabledErrors } from './disabled-routes.ts'
import { issueCode, type CodeType } from './one-time-code.ts'
import { hashPassword, requireStrongPassword } from './password.ts'
import { readBody, readMetadata, readString } from './request-body.ts'
import { actionLink, mailCodes } from './send-code.ts'

type Body = Record<string, unknown>

/** Both require the secret key: mount behind requireServiceRole. */
export function invitationRoutes(auth: AuthContext): Hono {
  const routes = new Hono()
  routes.post('/invite', async (c) => {
    const body = await readBody(c)
    return c.json(await invite(auth, body, auth.checkRedirect(c.req.query('redirect_to'))))
  })
  routes.post('/admin/generate_link', async (c) => {
    const body = await readBody(c)
    const asked = readString(body, 'redirect_to') || c.req.query('redirect_to')
    return c.json(await generateLink(auth, body, auth.checkRedirect(asked)))
  })
  return routes
}

async function invite(auth: AuthContext, body: Body, redirectTo: string): Promise<object> {
  if (!auth.sendMail) throw disabledErrors.emailLogin()
  const email = requireEmail(body)
  const known = await findAccount(auth.pool, { email })
  requireNotMember(known)
  const userMetadata = readMetadata(body, 'data') ?? {}
  const userId =
    known?.id ??
    (await inTransaction(auth.pool, (client) =>
      createAccount(client, { email, phone: null, userMetadata, isInvited: true }),
    ))
  await mailCodes(auth, {
    userId,
    emails: [{ type: 'confirmation_token', kind: 'invite', to: email }],
    redirectTo,
    isPkce: false,
    alongside: async (client) => {
      if (known && !known.has_signed_in)
        await restartAccount(client, known, { passwordHash: null, userMetadata })
      await client.query('update auth.users set invited_at = now() where id = $1', [userId])
    },
  })
  return (await findUser(auth.pool, userId)) ?? {}
}

const linkTypes = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const
type LinkType = (typeof linkTypes)[number]

const codeTypes: Record<LinkType, CodeType> = {
  signup: 'confirmation_token',
  invite: 'confirmation_token',
  magiclink: 'recovery_token',
  recovery: 'recovery_token',
  email_change_current: 'email_change_token_current',
  email_change_new: 'email_change_token_new',
}

/** The link of an e-mail, without sending it. */
async function generateLink(auth: AuthContext, body: Body, redirectTo: string): Promise<object> {
  const asked = linkTypes.find((type) => type === readString(body, 'type'))
  if (!asked) {
    throw new AuthError(
      400,
      'validation_failed',
      `Invalid email action link type requested: ${readString(body, 'type')}`,
    )
  }
  const email = requireEmail(body)
  const known = await findAccount(auth.pool, { email })
  // As in GoTrue: a magic link for an unknown address is a sign-up.
  const type = asked === 'magiclink' && !known ? 'signup' : asked
  if (!known && type !== 'signup' && type !== 'invite')
    throw new AuthError(404, 'user_not_found', 'User with this email not found')
  if (type === 'signup' || type === 'invite') requireNotMember(known)
  const passwordHash = type === 'signup' ? await readNewPassword(auth, body) : null
  const newEmail = type.startsWith('email_change') ? await requireNewEmail(auth, body) : null
  const userMetadata = readMetadata(body, 'data') ?? {}
  const made = await inTransaction(auth.pool, async (client) => {
    const isInvited = type === 'invite'
    const userId =
      known?.id ??
      (await createAccount(client, { email, phone: null, passwordHash, userMetadata, isInvited }))
    const isRestart = type === 'signup' || isInvited
    if (known && isRestart && !known.has_signed_in)
      await restartAccount(client, known, { passwordHash, userMetadata })
    if (known && isInvited)
      await client.query('update auth.users set invited_at = now() where id = $1', [userId])
    if (newEmail) await keepNewEmail(client, userId, newEmail)
    const relatesTo = type === 'email_change_new' && newEmail ? newEmail : email
    const secret = auth.keys.jwtSecret
    return {
      userId,
      ...(await issueCode(client, secret, { userId, type: codeTypes[type], relatesTo, isPkce: false })),
    }
  })
  const linkType = type.startsWith('email_change') ? 'email_change' : type
  return {
    ...(await findUser(auth.pool, made.userId)),
    action_link: actionLink(auth.publicUrl, { type: linkType, tokenHash: made.tokenHash, redirectTo }),
    email_otp: made.code,
    hashed_token: made.tokenHash,
    verification_type: type,
    redirect_to: redirectTo,
  }
}

/** A new address invalidates the codes of the previous one. */
async function keepNewEmail(client: pg.PoolClient, userId: string, newEmail: string): Promise<void> {
  await client.query(
    `with stale as (
       delete from auth.one_time_tokens t using auth.users u
       where t.user_id = $1 and u.id = $1 and u.email_change is distinct from $2
         and t.token_type in ('email_change_token_new', 'email_change_token_current')
     )
     update auth.users set email_change = $2, email_change_sent_at = now() where id = $1`,
    [userId, newEmail],
  )
}

async function readNewPassword(auth: AuthContext, body: Body): Promise<string | null> {
  const password = readString(body, 'password')
  if (!password) return null
  requireStrongPassword(password, auth.settings)
  return hashPassword(password)
}

async function requireNewEmail(auth: AuthContext, body: Body): Promise<string> {
  const newEmail = readEmail(body, 'new_email')
  if (!newEmail) throw new AuthError(400, 'validation_failed', 'new_email is required')
  if (await findAccount(auth.pool, { email: newEmail }))
    throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
  return newEmail
}

function requireEmail(body: Body): string {
  const email = readEmail(body)
  if (!email) throw new AuthError(400, 'validation_failed', 'An email address is required')
  return email
}

function requireNotMember(account: Account | null): void {
  if (account?.is_email_confirmed)
    throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
}
