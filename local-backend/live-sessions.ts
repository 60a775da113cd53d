import type pg from 'pg'
import type { AccessClaims } from '#backend/access-token.ts'

export type LiveSessions = {
  /**
   * Whether the session of a token exists and its user is not banned. The result is cached for half a minute. Throws
   * errors of Postgres.
   */
  isLive(claims: AccessClaims): Promise<boolean>
}

const rememberedMilliseconds = 30_000
const rememberedMax = 10_000
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function createLiveSessions(authPool: pg.Pool, now: () => number): LiveSessions {
  const remembered = new Map<string, { userId: Promise<string | undefined>; until: number }>()
  return {
    async isLive({ session_id: id, sub }) {
      let known = remembered.get(id)
      if (!known || known.until <= now()) {
        remembered.delete(id)
        const userId = findLiveSessions(authPool, [id]).then((users) => users.get(id))
        known = { userId, until: now() + rememberedMilliseconds }
        remembered.set(id, known)
        // A failed query is not cached.
        userId.catch(() => remembered.delete(id))
        const [oldest] = remembered.keys()
        if (remembered.size > rememberedMax && oldest !== undefined) remembered.delete(oldest)
      }
      return (await known.userId) === sub
    },
  }
}

/** The users of those sessions that exist and whose user is not banned or deleted, by session. */
export async function findLiveSessions(authPool: pg.Pool, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await authPool.query<{ session: string; user: string }>({
    name: 'live-sessions',
    text: `select s.id as session, u.id as user from auth.sessions s join auth.users u on u.id = s.user_id
           where s.id = any ($1) and coalesce(s.not_after > now(), true)
             and coalesce(u.banned_until < now(), true) and u.deleted_at is null`,
    values: [ids.filter((id) => uuid.test(id))],
  })
  return new Map(rows.map(({ session, user }) => [session, user]))
}
