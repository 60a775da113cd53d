import { createHash, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { isSame } from '#backend/gateway.ts'
import { AuthError } from './auth-error.ts'
import type { CodeChallenge } from './code-challenge.ts'
import type { ProviderName } from './provider.ts'

/** The time for the sign-in at the provider, and the lifetime of the code afterwards. */
const signInSeconds = 600
const codeSeconds = 300

export type FlowState = {
  id: string
  provider: ProviderName
  /** The target after the flow, checked when the flow began. */
  redirectTo: string
  /** The client's PKCE challenge; null for the implicit flow. */
  codeChallenge: string | null
  /** Our own PKCE verifier towards the provider. */
  providerCodeVerifier: string | null
  /** The user who links another identity; null for a sign-in. */
  linkingUserId: string | null
}

/** Stores a flow under a new id. */
export async function createFlowState(
  pool: pg.Pool,
  input: {
    id: string
    provider: ProviderName
    redirectTo: string
    challenge: CodeChallenge | null
    providerCodeVerifier: string | null
    linkingUserId: string | null
  },
): Promise<void> {
  await pool.query(
    `with client_state as (
       insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at)
       select gen_random_uuid(), $2, $6, now() where $6::text is not null returning id
     )
     insert into auth.flow_state (id, provider_type, code_challenge, code_challenge_method, referrer,
       authentication_method, created_at, updated_at, linking_target_id, oauth_client_state_id)
     values ($1, $2, $3, $4::auth.code_challenge_method, $5, 'oauth', now(), now(), $7, (select id from client_state))`,
    [
      input.id,
      input.provider,
      input.challenge?.codeChallenge ?? null,
      input.challenge?.codeChallengeMethod ?? null,
      input.redirectTo,
      input.providerCodeVerifier,
      input.linkingUserId,
    ],
  )
}

/** The kind of e-mail that signed in; it becomes the method in the access token. */
export type MailFlowMethod = 'email/signup' | 'magiclink' | 'recovery' | 'email_change'

/** The link of an e-mail is valid as long as its code. */
const mailFlowSeconds = 3600

/** Stores the PKCE challenge of a client that requested an e-mail. */
export async function createMailFlow(
  client: pg.Pool | pg.PoolClient,
  input: { userId: string; method: MailFlowMethod } & CodeChallenge,
): Promise<void> {
  await client.query(
    `insert into auth.flow_state (id, user_id, provider_type, code_challenge, code_challenge_method,
       authentication_method, created_at, updated_at)
     values ($1, $2, 'email', $3, $4::auth.code_challenge_method, $5, now(), now())`,
    [randomUUID(), input.userId, input.codeChallenge, input.codeChallengeMethod, input.method],
  )
}

/**
 * The code for the client of the newest request; call it after the e-mail's own token is spent. Throws AuthError
 * flow_state_not_found.
 */
export async function issueMailAuthCode(
  client: pg.PoolClient,
  userId: string,
  method: MailFlowMethod,
): Promise<string> {
  const { rows } = await client.query<{ auth_code: string }>(
    `update auth.flow_state set auth_code = $3, auth_code_issued_at = now(), updated_at = now()
     where id = (select id from auth.flow_state where user_id = $1 and authentication_method = $2 and auth_code is null
                   and created_at > now() - make_interval(secs => $4)
                 order by created_at desc limit 1)
     returning auth_code`,
    [userId, method, randomUUID(), mailFlowSeconds],
  )
  if (!rows[0])
    throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
  return rows[0].auth_code
}

/** Claims the flow of a `state`, once: null when it is unknown, expired or claimed before. */
export async function takeFlowState(pool: pg.Pool, state: string): Promise<FlowState | null> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(state)) return null
  const { rows } = await pool.query<{
    id: string
    provider: ProviderName
    redirect_to: string
    code_challenge: string | null
    verifier: string | null
    linking_target_id: string | null
  }>(
    `with taken as (
       update auth.flow_state set auth_code = $2, updated_at = now()
       where id = $1 and authentication_method = 'oauth' and auth_code is null
         and created_at > now() - make_interval(secs => $3)
       returning id, provider_type, referrer, code_challenge, oauth_client_state_id, linking_target_id
     ), client_state as (
       delete from auth.oauth_client_states where id = (select oauth_client_state_id from taken) returning code_verifier
     )
     select id, provider_type as provider, referrer as redirect_to, code_challenge, linking_target_id,
       (select code_verifier from client_state) as verifier
     from taken`,
    [state, randomUUID(), signInSeconds],
  )
  const row = rows[0]
  if (!row) return null
  return {
    id: row.id,
    provider: row.provider,
    redirectTo: row.redirect_to,
    codeChallenge: row.code_challenge,
    providerCodeVerifier: row.verifier,
    linkingUserId: row.linking_target_id,
  }
}

/** Makes the flow's code exchangeable for a session of this user; resolves to the code. */
export async function issueAuthCode(
  client: pg.PoolClient,
  input: { flowId: string; userId: string; providerAccessToken: string; providerRefreshToken: string | null },
): Promise<string> {
  const { rows } = await client.query<{ auth_code: string }>(
    `update auth.flow_state set user_id = $2, provider_access_token = $3, provider_refresh_token = $4,
       auth_code_issued_at = now(), updated_at = now()
     where id = $1 returning auth_code`,
    [input.flowId, input.userId, input.providerAccessToken, input.providerRefreshToken],
  )
  const row = rows[0]
  if (!row) throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
  return row.auth_code
}

type ExchangeRow = {
  user_id: string
  authentication_method: string
  code_challenge: string | null
  code_challenge_method: 's256' | 'plain' | null
  provider_access_token: string | null
  provider_refresh_token: string | null
  is_expired: boolean
}

export type ExchangedCode = {
  userId: string
  /** For amr: oauth, or the kind of e-mail. */
  method: string
  providerAccessToken: string | null
  providerRefreshToken: string | null
}

/**
 * Spends an auth code: it is deleted whether or not the verifier matches, so that no second attempt is possible. Throws
 * AuthError flow_state_not_found, flow_state_expired or bad_code_verifier.
 */
export async function exchangeAuthCode(
  pool: pg.Pool,
  authCode: string,
  codeVerifier: string,
): Promise<ExchangedCode> {
  const { rows } = await pool.query<ExchangeRow>(
    `delete from auth.flow_state where auth_code = $1 and auth_code_issued_at is not null
     returning user_id, authentication_method, code_challenge, code_challenge_method, provider_access_token, provider_refresh_token,
       auth_code_issued_at < now() - make_interval(secs => $2) as is_expired`,
    [authCode, codeSeconds],
  )
  const row = rows[0]
  if (!row) throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
  if (row.is_expired)
    throw new AuthError(403, 'flow_state_expired', 'invalid flow state, flow state has expired')
  const isS256 = row.code_challenge_method === 's256'
  const derived = isS256 ? createHash('sha256').update(codeVerifier).digest('base64url') : codeVerifier
  if (!row.code_challenge || !isSame(derived, row.code_challenge)) {
    throw new AuthError(
      400,
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    )
  }
  return {
    userId: row.user_id,
    method: row.authentication_method,
    providerAccessToken: row.provider_access_token,
    providerRefreshToken: row.provider_refresh_token,
  }
}
