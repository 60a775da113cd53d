// The admin API of the auth service (GoTrue): the member's data in the session, and the removal of lost second factors.
import { z } from 'zod'

/**
 * Stored as `user_metadata.user_auth` (A24). The member can rewrite it, so it is for display only and no decision reads
 * it.
 */
type UserAuth = { id: string; nickname: string; role: string }

export type AuthAdmin = {
  setUserAuth(userId: string, userAuth: UserAuth): Promise<void>
  /** Removes every second factor. @throws Error when the service refuses */
  removeFactors(userId: string): Promise<void>
}

const timeoutMs = 10_000
const factorList = z.array(z.object({ id: z.uuid() }))

/**
 * `PUT /auth/v1/admin/users/{id}` merges `user_metadata` key by key (GoTrue, adminUserUpdate). Its factors are a
 * sub-resource of it (adminUserGetFactors).
 * Newer secret keys (`sb_secret_...`) are not tokens and are sent in `apikey` alone. A service_role token is also sent
 * in Authorization.
 */
export function createAuthAdmin(config: { url: string; secretKey: string }): AuthAdmin {
  const isToken = config.secretKey.startsWith('ey')

  async function ask(method: 'GET' | 'PUT' | 'DELETE', path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${config.url}/auth/v1/admin/users/${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        apikey: config.secretKey,
        ...(isToken ? { authorization: `Bearer ${config.secretKey}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.ok) return response.json()
    await response.body?.cancel()
    throw new Error(`auth admin answered ${response.status}`)
  }

  return {
    async setUserAuth(userId, userAuth) {
      await ask('PUT', userId, { user_metadata: { user_auth: userAuth } })
    },
    async removeFactors(userId) {
      for (const { id } of factorList.parse(await ask('GET', `${userId}/factors`)))
        await ask('DELETE', `${userId}/factors/${id}`)
    },
  }
}
