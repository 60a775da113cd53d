import { createHash, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { isSame } from '#backend/gateway.ts'
import { AuthError } from './auth-error.ts'
import type { ProviderName } from './provider.ts'

/** How long a person may take at the provider, and how long the code for the exchange lives afterwards. */
const signInSeconds = 600
const codeSeconds = 300

export type FlowState = {
  id: string
  provider: ProviderName
  /** Where the browser goes afterwards: checked when the flow began. */
  redirectTo: string
  /** The client's PKCE challenge; null for the implicit flow. */
  codeChallenge: string | null
  /** Our own PKCE verifier towards the provider. */
  providerCodeVerifier: string | null
}

/** Stores a flow under a new id and sweeps out what was left lying for a day. */
export async function createFlowState(
  pool: pg.Pool,
  input: {
    id: string
    provider: ProviderName
    redirectTo: string
    codeChallenge: string | null
    codeChallengeMethod: 's256' | 'plain' | null
    providerCodeVerifier: string | null
  },
): Promise<void> {
  await pool.query(
    `with swept as (
       delete from auth.flow_state where created_at < now() - interval '1 day'
     ), swept_states as (
       delete from auth.oauth_client_states where created_at < now() - interval '1 day'
     ), client_state as (
       insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at)
       select gen_random_uuid(), $2, $6, now() where $6::text is not null returning id
     )
     insert into auth.flow_state (id, provider_type, code_challenge, code_challenge_method, referrer,
       authentication_method, created_at, updated_at, oauth_client_state_id)
     values ($1, $2, $3, $4::auth.code_challenge_method, $5, 'oauth', now(), now(), (select id from client_state))`,
    [
      input.id,
      input.provider,
      input.codeChallenge,
      input.codeChallengeMethod,
      input.redirectTo,
      input.providerCodeVerifier,
    ],
  )
}

/** Takes the flow that a `state` names, once: null when it is unknown, too old or has been taken. */
export async function takeFlowState(pool: pg.Pool, state: string): Promise<FlowState | null> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(state)) return null
  const { rows } = await pool.query<{
    id: string
    provider: ProviderName
    redirect_to: string
    code_challenge: string | null
    verifier: string | null
  }>(
    `with taken as (
       update auth.flow_state set auth_code = $2, updated_at = now()
       where id = $1 and auth_code is null and created_at > now() - make_interval(secs => $3)
       returning id, provider_type, referrer, code_challenge, oauth_client_state_id
     ), client_state as (
       delete from auth.oauth_client_states where id = (select oauth_client_state_id from taken) returning code_verifier
     )
     select id, provider_type as provider, referrer as redirect_to, code_challenge,
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
  }
}

/** Lets the flow's code be exchanged for a session of this user; resolves to the code. */
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
  code_challenge: string | null
  code_challenge_method: 's256' | 'plain' | null
  provider_access_token: string | null
  provider_refresh_token: string | null
  is_expired: boolean
}

export type ExchangedCode = {
  userId: string
  providerAccessToken: string | null
  providerRefreshToken: string | null
}

/**
 * Spends an auth code: it is gone afterwards, whether or not the verifier fits, so nobody can try twice.
 * Throws AuthError flow_state_not_found, flow_state_expired or bad_code_verifier.
 */
export async function exchangeAuthCode(
  pool: pg.Pool,
  authCode: string,
  codeVerifier: string,
): Promise<ExchangedCode> {
  const { rows } = await pool.query<ExchangeRow>(
    `delete from auth.flow_state where auth_code = $1 and auth_code_issued_at is not null
     returning user_id, code_challenge, code_challenge_method, provider_access_token, provider_refresh_token,
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
    providerAccessToken: row.provider_access_token,
    providerRefreshToken: row.provider_refresh_token,
  }
}
