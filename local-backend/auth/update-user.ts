// PUT /user and GET /reauthenticate: changes of the own account.
import { inTransaction } from '#backend/database.ts'
import { findAccount, getAccount, upsertOwnIdentity, type Account } from './account.ts'
import { readChannel, readEmail, readPhone } from './address.ts'
import type { AuthContext } from './auth-context.ts'
import { AuthError } from './auth-error.ts'
import { disabledErrors } from './disabled-routes.ts'
import { readChallenge } from './code-challenge.ts'
import { mailEmailChange } from './email-change.ts'
import { hashCode, takeCode } from './one-time-code.ts'
import { hashPassword, isPasswordRight, requireStrongPassword } from './password.ts'
import { metadataMaxLength, readMetadata, readString } from './request-body.ts'
import { mailCodes, requireFewGuesses, textCode } from './send-code.ts'
import type { LiveSession } from './session-guard.ts'

type Body = Record<string, unknown>

/**
 * Applies the body of PUT /user (data, password, email, phone). Ignores app_metadata and role in it. Throws AuthError,
 * before any change where possible.
 */
export async function updateUser(
  auth: AuthContext,
  session: LiveSession,
  body: Body,
  redirectTo: string,
): Promise<void> {
  if (body.email && !auth.settings.email) throw disabledErrors.emailLogin()
  if (body.phone && !auth.settings.phone) throw disabledErrors.phoneLogin()
  if (body.password && !auth.settings.email && !auth.settings.phone) throw disabledErrors.emailLogin()
  const account = await getAccount(auth.pool, session.userId)
  const email = differs(readEmail(body), account.email)
  const phone = differs(readPhone(body), account.phone)
  const password = readString(body, 'password')
  if ((email || phone || password) && session.hasVerifiedFactor && !session.isAal2) {
    throw new AuthError(
      401,
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
    )
  }
  const data = readMetadata(body, 'data')
  if (email && (await findAccount(auth.pool, { email }))) {
    throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
  }
  if (phone && (await findAccount(auth.pool, { phone }))) {
    throw new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered')
  }
  if (password)
    await changePassword(auth, session, account, { password, nonce: readString(body, 'nonce'), email, phone })
  if (data) await mergeUserMetadata(auth, account.id, data)
  if (email)
    await mailEmailChange(auth, { account, newEmail: email, redirectTo, challenge: readChallenge(body) })
  if (phone) await startPhoneChange(auth, account, phone, body)
}

function differs(wanted: string | null, current: string | null): string | null {
  return wanted === current ? null : wanted
}

async function changePassword(
  auth: AuthContext,
  session: LiveSession,
  account: Account,
  o: { password: string; nonce: string; email: string | null; phone: string | null },
): Promise<void> {
  requireStrongPassword(o.password, auth.settings)
  if (account.is_anonymous && !o.email && !o.phone) {
    throw new AuthError(
      422,
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    )
  }
  if (auth.settings.securePasswordChange && !session.isYoungerThanADay)
    await spendNonce(auth, account, o.nonce)
  if (account.encrypted_password && (await isPasswordRight(o.password, account.encrypted_password))) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
  }
  const passwordHash = await hashPassword(o.password)
  await inTransaction(auth.pool, async (client) => {
    await client.query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [
      account.id,
      passwordHash,
    ])
    // Another signed-in person may be the reason for the new password.
    await client.query('delete from auth.sessions where user_id = $1 and id <> $2', [
      account.id,
      session.sessionId,
    ])
  })
}

/** Spends the code of reauthenticate. Throws AuthError reauthentication_needed or reauthentication_not_valid. */
async function spendNonce(auth: AuthContext, account: Account, nonce: string): Promise<void> {
  if (!nonce) {
    throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication')
  }
  await requireFewGuesses(auth, account.id)
  const tokenHash = hashCode(auth.keys.jwtSecret, account.email ?? account.phone ?? '', nonce)
  const taken = await inTransaction(auth.pool, (client) =>
    takeCode(client, { tokenHash, types: ['reauthentication_token'] }),
  )
  if (taken?.user_id !== account.id) {
    throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
  }
}

/** GET /reauthenticate: sends the code that a change of password needs. */
export async function reauthenticate(auth: AuthContext, session: LiveSession): Promise<void> {
  const account = await getAccount(auth.pool, session.userId)
  const type = 'reauthentication_token'
  if (account.email) {
    if (!auth.sendMail) throw disabledErrors.reauthenticate()
    if (!account.is_email_confirmed)
      throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.')
    const emails = [{ type, kind: 'reauthentication', to: account.email }] as const
    return mailCodes(auth, {
      userId: account.id,
      emails: [...emails],
      redirectTo: auth.publicUrl,
      isPkce: false,
    })
  }
  if (!account.phone) {
    throw new AuthError(
      422,
      'validation_failed',
      'Reauthentication requires the user to have an email or a phone number',
    )
  }
  if (!auth.sendTextMessage) throw disabledErrors.reauthenticate()
  if (!account.is_phone_confirmed)
    throw new AuthError(422, 'phone_not_confirmed', 'Please verify your phone first.')
  return textCode(auth, {
    userId: account.id,
    type,
    kind: 'reauthentication',
    phone: account.phone,
    channel: 'sms',
  })
}

/**
 * As in GoTrue, a key that is set to null is removed. No right depends on user_metadata, because users write their own.
 */
async function mergeUserMetadata(auth: AuthContext, userId: string, data: Body): Promise<void> {
  const removed = Object.keys(data).filter((key) => data[key] === null)
  const merged = `(coalesce(raw_user_meta_data, '{}') || $2::jsonb) - $3::text[]`
  const { rowCount } = await auth.pool.query(
    `update auth.users set raw_user_meta_data = ${merged}, updated_at = now()
     where id = $1 and length((${merged})::text) <= $4`,
    [userId, JSON.stringify(data), removed, metadataMaxLength],
  )
  if (!rowCount) throw new AuthError(422, 'validation_failed', 'user_metadata has to stay below 8 kB')
}

async function startPhoneChange(
  auth: AuthContext,
  account: Account,
  phone: string,
  body: Body,
): Promise<void> {
  if (auth.settings.phoneAutoconfirm) {
    await inTransaction(auth.pool, async (client) => {
      await client.query(
        'update auth.users set phone = $2, phone_confirmed_at = now(), is_anonymous = false where id = $1',
        [account.id, phone],
      )
      await upsertOwnIdentity(client, account.id, 'phone')
    })
    return
  }
  await auth.pool.query('update auth.users set phone_change = $2, updated_at = now() where id = $1', [
    account.id,
    phone,
  ])
  await textCode(auth, {
    userId: account.id,
    type: 'phone_change_token',
    kind: 'phone_change',
    phone,
    channel: readChannel(body),
  })
}
