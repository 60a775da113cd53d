// The admin side of the auth service (GoTrue): the only thing we change there is what the session carries about the member.

/** Kept as `user_metadata.user_auth` (A24). The member can rewrite it, so it is for display only and no decision reads it. */
type UserAuth = { id: string; nickname: string; role: string }

export type AuthAdmin = { setUserAuth(userId: string, userAuth: UserAuth): Promise<void> }

const timeoutMs = 10_000

/**
 * `PUT /auth/v1/admin/users/{id}` merges `user_metadata` key by key (GoTrue, adminUserUpdate).
 * Newer secret keys (`sb_secret_...`) are no tokens and go into `apikey` alone; a service_role token also goes into Authorization.
 */
export function createAuthAdmin(config: { url: string; secretKey: string }): AuthAdmin {
  const isToken = config.secretKey.startsWith('ey')
  return {
    async setUserAuth(userId, userAuth) {
      const response = await fetch(`${config.url}/auth/v1/admin/users/${userId}`, {
        method: 'PUT',
        headers: {
          'content-type': 'application/json',
          apikey: config.secretKey,
          ...(isToken ? { authorization: `Bearer ${config.secretKey}` } : {}),
        },
        body: JSON.stringify({ user_metadata: { user_auth: userAuth } }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`auth admin answered ${response.status}`)
    },
  }
}
