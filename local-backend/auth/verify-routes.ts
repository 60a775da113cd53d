// Verifies sent codes: GET /verify from a link in an e-mail, POST /verify from a client with a code.
import { Hono, type Context } from 'hono'
import type pg from 'pg'
import { inTransaction } from '#backend/database.ts'
import { asConflict, clearUnverified, getAccount, upsertOwnIdentity, type Account } from './account.ts'
import { requireAddress } from './address.ts'
import type { AuthContext } from './auth-context.ts'
import { AuthError } from './auth-error.ts'
import { issueMailAuthCode, type MailFlowMethod } from './flow-state.ts'
import { hashCode, pkcePrefix, takeCode, type CodeType, type TakenCode } from './one-time-code.ts'
import { withCode, withError, withMessage, withTokens } from './redirect-answer.ts'
import { readBody, readString } from './request-body.ts'
import { requireFewGuesses } from './send-code.ts'
import { readDevice } from './session-guard.ts'
import { openSession } from './sessions.ts'

const codeTypes = new Map<string, readonly CodeType[]>([
  ['signup', ['confirmation_token']],
  ['invite', ['confirmation_token']],
  ['recovery', ['recovery_token']],
  ['magiclink', ['recovery_token']],
  ['email', ['confirmation_token', 'recovery_token']],
  ['email_change', ['email_change_token_new', 'email_change_token_current']],
  ['sms', ['confirmation_token']],
  ['phone_change', ['phone_change_token']],
])

const linkMethods = new Map<string, MailFlowMethod>([
  ['signup', 'email/signup'],
  ['invite', 'email/signup'],
  ['recovery', 'recovery'],
  ['magiclink', 'magiclink'],
  ['email_change', 'email_change'],
])

const halfConfirmed = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** GET: the browser navigates here, without a key. */
export function verifyLinkRoutes(auth: AuthContext): Hono {
  const routes = new Hono()
  routes.get('/verify', async (c) => {
    const redirectTo = auth.checkRedirect(c.req.query('redirect_to'))
    try {
      return c.redirect(await followLink(auth, c, redirectTo), 303)
    } catch (error) {
      if (!(error instanceof AuthError)) throw error
      return c.redirect(withError(redirectTo, 'access_denied', error), 303)
    }
  })
  return routes
}

/** POST: a client with a code and its address, or with the token of a link. */
export function verifyRoutes(auth: AuthContext): Hono {
  const routes = new Hono()
  routes.post('/verify', async (c) => {
    const body = await readBody(c)
    const tokenHash = await readTokenHash(auth, body)
    return inTransaction(auth.pool, async (client) => {
      const confirmed = await confirm(auth, client, { type: readString(body, 'type'), tokenHash })
      if (!confirmed.isWhole) return c.json({ msg: halfConfirmed, code: '200' })
      const device = readDevice(auth, c)
      return c.json(
        await openSession(client, auth.tokens, { userId: confirmed.userId, method: 'otp', device }),
      )
    })
  })
  return routes
}

function followLink(auth: AuthContext, c: Context, redirectTo: string): Promise<string> {
  const token = c.req.query('token') ?? ''
  const type = c.req.query('type') ?? ''
  if (!token) throw new AuthError(400, 'validation_failed', 'Verify requires a token')
  if (!linkMethods.get(type)) throw new AuthError(400, 'validation_failed', 'Invalid email verification type')
  return inTransaction(auth.pool, async (client) => {
    const confirmed = await confirm(auth, client, { type, tokenHash: token })
    if (!confirmed.isWhole) return withMessage(redirectTo, halfConfirmed)
    const { userId } = confirmed
    if (token.startsWith(pkcePrefix)) {
      return withCode(
        redirectTo,
        await issueMailAuthCode(client, userId, linkMethods.get(type) ?? 'magiclink'),
      )
    }
    const session = await openSession(client, auth.tokens, {
      userId,
      method: 'otp',
      device: readDevice(auth, c),
    })
    return withTokens(redirectTo, session, { type })
  })
}

async function readTokenHash(auth: AuthContext, body: Record<string, unknown>): Promise<string> {
  if (!readString(body, 'type')) {
    throw new AuthError(400, 'validation_failed', 'Verify requires a verification type')
  }
  const tokenHash = readString(body, 'token_hash')
  if (tokenHash) return tokenHash
  const code = readString(body, 'token').replaceAll('-', '')
  if (!code) throw new AuthError(400, 'validation_failed', 'Verify requires either a token or a token hash')
  const { address } = requireAddress(body, 'verify')
  await requireFewGuesses(auth, address)
  return hashCode(auth.keys.jwtSecret, address, code)
}

type Confirmed = { userId: string; isWhole: boolean }

/** Spends a code and applies its effect. Throws AuthError otp_expired, validation_failed or user_banned. */
async function confirm(
  auth: AuthContext,
  client: pg.PoolClient,
  input: { type: string; tokenHash: string },
): Promise<Confirmed> {
  const types = codeTypes.get(input.type)
  if (!types) throw new AuthError(400, 'validation_failed', 'Unsupported verification type')
  const taken = await takeCode(client, { tokenHash: input.tokenHash, types })
  if (!taken) throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
  const account = await getAccount(client, taken.user_id)
  if (account.is_banned) throw new AuthError(403, 'user_banned', 'User is banned')
  switch (taken.token_type) {
    case 'email_change_token_new':
    case 'email_change_token_current':
      return confirmEmailChange(client, account, taken)
    case 'phone_change_token':
      await confirmPhone(client, account, taken.relates_to)
      break
    case 'confirmation_token':
      if (taken.relates_to === account.phone) await confirmPhone(client, account, account.phone)
      else await confirmEmail(client, account, taken)
      break
    default:
      await confirmEmail(client, account, taken)
  }
  return { userId: account.id, isWhole: true }
}

async function confirmEmail(client: pg.PoolClient, account: Account, taken: TakenCode): Promise<void> {
  // A code for a former address of the account verifies nothing.
  if (taken.relates_to !== account.email)
    throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
  if (account.is_email_confirmed) return
  // Only a sign-up's own code confirms the password of that sign-up.
  if (taken.token_type !== 'confirmation_token') await clearUnverified(client, account.id)
  await client.query('update auth.users set email_confirmed_at = now(), updated_at = now() where id = $1', [
    account.id,
  ])
  await upsertOwnIdentity(client, account.id, 'email')
}

async function confirmPhone(client: pg.PoolClient, account: Account, phone: string): Promise<void> {
  await asConflict(() =>
    client.query(
      `update auth.users set phone = $2, phone_confirmed_at = now(), is_anonymous = false, updated_at = now(),
         phone_change = case when phone_change = $2 then '' else phone_change end
       where id = $1`,
      [account.id, phone],
    ),
  )
  await upsertOwnIdentity(client, account.id, 'phone')
}

/** The first of two confirmations waits for the second. */
async function confirmEmailChange(
  client: pg.PoolClient,
  account: Account,
  taken: TakenCode,
): Promise<Confirmed> {
  if (taken.token_type === 'email_change_token_new' && taken.relates_to !== account.email_change)
    throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
  const { rowCount: othersLeft } = await client.query(
    `select from auth.one_time_tokens where user_id = $1 and token_type in ('email_change_token_new', 'email_change_token_current')
       and token_type <> $2::auth.one_time_token_type`,
    [account.id, taken.token_type],
  )
  if (othersLeft) {
    await client.query('update auth.users set email_change_confirm_status = 1 where id = $1', [account.id])
    return { userId: account.id, isWhole: false }
  }
  await asConflict(() =>
    client.query(
      `update auth.users set email = email_change, email_change = '', email_change_confirm_status = 0,
         email_confirmed_at = now(), is_anonymous = false, updated_at = now()
       where id = $1 and email_change <> ''`,
      [account.id],
    ),
  )
  await upsertOwnIdentity(client, account.id, 'email')
  return { userId: account.id, isWhole: true }
}
