// Second factors: enrol, challenge, verify, unenrol. GoTrue's internal/api/mfa.go.
import { randomInt } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { inTransaction } from '#backend/database.ts'
import { isSame } from '#backend/gateway.ts'
import { readChannel, readPhone } from './address.ts'
import type { AuthContext } from './auth-context.ts'
import { AuthError } from './auth-error.ts'
import { findUser } from './auth-user.ts'
import { disabledErrors } from './disabled-routes.ts'
import {
  addChallenge,
  addFactor,
  deleteFactor,
  lockFactor,
  markVerified,
  readChallengeCode,
  type Factor,
} from './factors.ts'
import { hashCode } from './one-time-code.ts'
import { readBody, readString } from './request-body.ts'
import { forgiveGuesses, requireFewDeliveries, requireFewGuesses, sendText } from './send-code.ts'
import { readDevice, requireSession, type LiveSession } from './session-guard.ts'
import { elevateAal, type TokenResponse } from './sessions.ts'
import { findTotpStep, newTotp } from './totp.ts'

type Body = Record<string, unknown>

const quietSeconds = 60
const nameMaxLength = 100

export function factorRoutes(auth: AuthContext): Hono {
  const routes = new Hono()
  routes.post('/factors', async (c) => {
    const session = await requireSession(auth, c)
    return c.json(await enrol(auth, session, await readBody(c)))
  })
  routes.post('/factors/:id/challenge', async (c) => {
    const session = await requireSession(auth, c)
    return c.json(await challenge(auth, c, session, c.req.param('id'), await readBody(c)))
  })
  routes.post('/factors/:id/verify', async (c) => {
    const session = await requireSession(auth, c)
    return c.json(await verify(auth, c, session, c.req.param('id'), await readBody(c)))
  })
  routes.delete('/factors/:id', async (c) => {
    const session = await requireSession(auth, c)
    const id = c.req.param('id')
    await inTransaction(auth.pool, async (client) => {
      const factor = await lockFactor(client, session.userId, id)
      if (factor.status === 'verified' && !session.isAal2)
        throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
      await deleteFactor(client, session.userId, id)
    })
    return c.json({ id })
  })
  return routes
}

async function enrol(auth: AuthContext, session: LiveSession, body: Body): Promise<object> {
  const type = readString(body, 'factor_type')
  const name = readString(body, 'friendly_name')
  if (name.length > nameMaxLength)
    throw new AuthError(400, 'validation_failed', `friendly_name has at most ${nameMaxLength} characters`)
  if (type === 'webauthn') throw disabledErrors.webauthnFactor()
  if (type !== 'totp' && type !== 'phone')
    throw new AuthError(400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn')
  if (type === 'totp' && !auth.settings.totp) throw disabledErrors.totp()
  if (type === 'phone' && !auth.settings.phoneFactor) throw disabledErrors.phoneFactor()
  requireAal2IfAny(session, 'AAL2 required to enroll a new factor')
  requireRecentProof(auth, session)
  const phone = type === 'phone' ? readPhone(body) : null
  if (type === 'phone' && !phone)
    throw new AuthError(400, 'validation_failed', 'Phone number required to enroll Phone factor')
  const totp = type === 'totp' ? await draftTotp(auth, session, readString(body, 'issuer')) : null
  const secret = totp?.secret ?? null
  const { userId } = session
  const { factorsMax } = auth.settings
  const id = await inTransaction(auth.pool, (client) =>
    addFactor(client, { userId, type, name, secret, phone, factorsMax }),
  )
  return { id, type, friendly_name: name, ...(totp ? { totp } : { phone: `+${phone}` }) }
}

async function draftTotp(
  auth: AuthContext,
  session: LiveSession,
  issuer: string,
): Promise<ReturnType<typeof newTotp>> {
  const user = await findUser(auth.pool, session.userId)
  const account = user?.email || session.userId
  // A colon would end the issuer's name inside the label, and a QR code has limited space.
  const name = (issuer || new URL(auth.publicUrl).host).replaceAll(':', ' ').slice(0, nameMaxLength)
  return newTotp({ issuer: name, account: account.slice(0, nameMaxLength) })
}

function requireRecentProof({ settings }: AuthContext, session: LiveSession): void {
  const { firstFactorSeconds } = settings
  if (session.isAal2 || firstFactorSeconds === null || session.secondsSinceProof <= firstFactorSeconds) return
  throw new AuthError(400, 'reauthentication_needed', 'A first factor requires a recent sign-in')
}

/** A member with a factor must use it before adding another, or a stolen first step would be enough. */
function requireAal2IfAny(session: LiveSession, message: string): void {
  if (session.hasVerifiedFactor && !session.isAal2) throw new AuthError(403, 'insufficient_aal', message)
}

async function challenge(
  auth: AuthContext,
  c: Context,
  session: LiveSession,
  factorId: string,
  body: Body,
): Promise<object> {
  const address = c.get('clientAddress')
  const channel = readChannel(body)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const opened = await inTransaction(auth.pool, async (client) => {
    const factor = await lockFactor(client, session.userId, factorId)
    requireAal2(session, factor)
    if (factor.factor_type === 'totp') {
      return { factor, answer: await addChallenge(client, { factor, address, codeHash: null }) }
    }
    requireCooldown(factor)
    const codeHash = hashCode(auth.keys.jwtSecret, factor.id, code)
    return { factor, answer: await addChallenge(client, { factor, address, codeHash }) }
  })
  const { phone } = opened.factor
  if (phone) {
    await requireFewDeliveries(auth, phone, 'over_sms_send_rate_limit')
    await sendText(auth, { kind: 'factor', to: `+${phone}`, channel, code, userId: session.userId })
  }
  return opened.answer
}

function requireAal2(session: LiveSession, factor: Factor): void {
  if (factor.status === 'unverified') requireAal2IfAny(session, 'AAL2 required to verify a new factor')
}

function requireCooldown(factor: Factor): void {
  const secondsLeft = Math.ceil(quietSeconds - (factor.seconds_since_challenge ?? quietSeconds))
  if (secondsLeft <= 0) return
  throw new AuthError(
    429,
    'over_sms_send_rate_limit',
    `For security purposes, you can only request this after ${secondsLeft} seconds.`,
  )
}

/** A right code raises the caller's session to aal2, once: neither challenge nor code can be reused. */
async function verify(
  auth: AuthContext,
  c: Context,
  session: LiveSession,
  factorId: string,
  body: Body,
): Promise<TokenResponse> {
  const code = readString(body, 'code').replaceAll(/[\s-]/g, '')
  const challengeId = readString(body, 'challenge_id')
  const { userId, sessionId } = session
  // The limit is also per account, so that no other user can use up the guesses of a factor.
  const guesses = `factor:${userId}:${factorId}`
  await requireFewGuesses(auth, guesses)
  const lifted = await inTransaction(auth.pool, async (client) => {
    const factor = await lockFactor(client, userId, factorId)
    requireAal2(session, factor)
    if (factor.status === 'unverified') requireRecentProof(auth, session)
    const address = c.get('clientAddress')
    const codeHash = await readChallengeCode(client, { factor, challengeId, address })
    const step = factor.factor_type === 'totp' ? requireTotp(auth, factor, code) : null
    if (
      factor.factor_type === 'phone' &&
      !isSame(hashCode(auth.keys.jwtSecret, factor.id, code), codeHash ?? '')
    )
      throw new AuthError(422, 'mfa_verification_failed', 'Invalid MFA Phone code entered')
    await markVerified(client, { factor, userId, sessionId, challengeId, step })
    const method = factor.factor_type === 'totp' ? 'totp' : 'mfa/phone'
    return elevateAal(client, auth.tokens, {
      sessionId,
      userId,
      factorId,
      method,
      device: readDevice(auth, c),
    })
  })
  await forgiveGuesses(auth, guesses)
  return lifted
}

function requireTotp(auth: AuthContext, factor: Factor, code: string): number {
  const step = factor.secret ? findTotpStep(factor.secret, code, auth.now()) : null
  // A used code is refused, because someone may have read it over the member's shoulder.
  if (step === null || step <= Number(factor.last_used_step ?? 0)) {
    throw new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
  }
  return step
}
