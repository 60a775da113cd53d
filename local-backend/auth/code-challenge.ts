import { AuthError } from './auth-error.ts'

export type CodeChallenge = { codeChallenge: string; codeChallengeMethod: 's256' | 'plain' }

/** The client's PKCE challenge (RFC 7636), or null for the implicit flow. Throws AuthError validation_failed. */
export function readChallenge(values: {
  code_challenge?: unknown
  code_challenge_method?: unknown
}): CodeChallenge | null {
  const challenge = values.code_challenge || null
  const method = values.code_challenge_method || null
  if ((challenge === null) !== (method === null)) {
    throw new AuthError(
      400,
      'validation_failed',
      'PKCE flow requires code_challenge_method and code_challenge',
    )
  }
  if (challenge === null || method === null) return null
  const lowerMethod = typeof method === 'string' ? method.toLowerCase() : ''
  if (lowerMethod !== 's256' && lowerMethod !== 'plain') {
    throw new AuthError(400, 'validation_failed', 'unsupported code_challenge method')
  }
  if (typeof challenge !== 'string' || !/^[A-Za-z0-9._~-]{43,128}$/.test(challenge)) {
    throw new AuthError(
      400,
      'validation_failed',
      'code challenge has to be between 43 and 128 characters and may contain only letters, digits, - . _ ~',
    )
  }
  return { codeChallenge: challenge, codeChallengeMethod: lowerMethod }
}
