// Authenticates the caller. Every route of /v1 starts with one of these functions, and takes the caller's id from
// nowhere else.
import type { Context } from 'hono'
import { sql } from 'kysely'
import type { Dependencies } from '#server/dependencies.ts'
import type { Subject } from '#server/adapters/access-tokens.ts'
import { wrapError } from '#server/adapters/database.ts'
import { missingConsents, type GivenConsents } from '#shared/consents.ts'
import { AppError } from '#shared/errors.ts'
import { freshSignInSeconds } from '#shared/accounts.ts'
import type { PlanType } from '#shared/payments.ts'

/** `plan` is the effective plan, `assurance` the level of the session (`aal2` with the second factor). */
export type Member = {
  id: string
  plan: PlanType
  assurance: string
  sessionId: string
  /** Versions of the member's consents, by kind. */
  consents: GivenConsents
}

/**
 * The subject of the bearer token, whose session still exists. Cookies are ignored, so no other site can act for a
 * member.
 * @throws AppError sign_in_required
 */
export async function requireSubject(c: Context, deps: Dependencies): Promise<Subject> {
  const subject = await readSubject(c, deps)
  const session = await deps.database
    .selectFrom('auth.sessions')
    .select('id')
    .where('id', '=', subject.sessionId)
    .where('user_id', '=', subject.id)
    .executeTakeFirst()
  if (!session) throw new AppError('sign_in_required')
  return subject
}

/**
 * A member who may use the service now. `uuid` comes from the body or the query and must be the member's own (B38).
 * @throws AppError sign_in_required, missing_uuid, foreign_uuid, member_not_found, user_blocked, second_factor_required
 */
export async function requireMember(
  c: Context,
  deps: Dependencies,
  readUuid: () => unknown,
): Promise<Member> {
  const subject = await readSubject(c, deps)
  const { id, plan, consents } = await lookUp(subject, deps, readUuid)
  return { id, plan, consents, assurance: subject.assurance, sessionId: subject.sessionId }
}

/**
 * As `requireMember`, for actions that a stolen session must not do (B22). The session needs the second factor. For a
 * member without one, the sign-in is at most ten minutes old.
 * @throws AppError also fresh_sign_in_required
 */
export async function requireFreshMember(
  c: Context,
  deps: Dependencies,
  readUuid: () => unknown,
): Promise<Member> {
  const subject = await readSubject(c, deps)
  const { id, plan, consents, hasFactor } = await lookUp(subject, deps, readUuid)
  const isFresh = subject.provenAtSeconds >= Date.now() / 1000 - freshSignInSeconds
  if (!hasFactor && !isFresh) throw new AppError('fresh_sign_in_required')
  return { id, plan, consents, assurance: subject.assurance, sessionId: subject.sessionId }
}

/** Call it before a member writes or pays. @throws AppError consent_required */
export function requireConsents({ consents }: Pick<Member, 'consents'>): void {
  if (missingConsents(consents).length > 0) throw new AppError('consent_required')
}

/**
 * A member whose session may still lack the second factor: only for the recovery routes of that page.
 * @throws AppError as `requireMember`, without second_factor_required
 */
export async function requireHalfSession(
  c: Context,
  deps: Dependencies,
  readUuid: () => unknown,
): Promise<{ id: string }> {
  const subject = await readSubject(c, deps)
  const { id } = await lookUp({ ...subject, assurance: 'aal2' }, deps, readUuid)
  return { id }
}

const lookUp = (...asked: Parameters<typeof findMember>) =>
  wrapError('member_lookup_failed', () => findMember(...asked))

async function findMember(
  subject: Subject,
  deps: Dependencies,
  readUuid: () => unknown,
): Promise<Pick<Member, 'id' | 'plan' | 'consents'> & { hasFactor: boolean }> {
  checkUuid(await readUuid(), subject.id)
  const row = await deps.database
    .selectFrom(sql<{ id: string }>`(select ${subject.id}::uuid as id)`.as('subject'))
    .leftJoin('auth.sessions as s', (join) =>
      join.onRef('s.user_id', '=', 'subject.id').on('s.id', '=', subject.sessionId),
    )
    .leftJoin('user as u', 'u.id', 'subject.id')
    .select(['s.id as session_id', 'u.id', 'u.is_block', 'u.is_active'])
    .select(sql<PlanType | null>`private.effective_plan(u.id)`.as('plan'))
    .select(sql<GivenConsents>`private.consents_of(subject.id)`.as('consents'))
    .select((query) =>
      query
        .exists(
          query
            .selectFrom('auth.mfa_factors as f')
            .select('f.id')
            .whereRef('f.user_id', '=', 'subject.id')
            .where('f.status', '=', 'verified'),
        )
        .as('has_factor'),
    )
    .executeTakeFirstOrThrow()
  // A block ends every session, so this check comes first: the member gets this error and not a missing session.
  if (row.is_block) throw new AppError('user_blocked')
  if (!row.session_id) throw new AppError('sign_in_required')
  if (row.has_factor && subject.assurance !== 'aal2') throw new AppError('second_factor_required')
  if (!row.id || !row.is_active) throw new AppError('member_not_found')
  if (!row.plan) throw new AppError('user_or_usage_failed')
  return { id: row.id, plan: row.plan, consents: row.consents, hasFactor: Boolean(row.has_factor) }
}

/** The caller's own bearer token; `requireMember` verifies it. @throws AppError sign_in_required */
export function accessTokenOf(c: Context): string {
  const token = /^Bearer ([\w.~+/=-]+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (!token) throw new AppError('sign_in_required')
  return token
}

async function readSubject(c: Context, deps: Dependencies): Promise<Subject> {
  return deps.verifyAccessToken(accessTokenOf(c))
}

function checkUuid(uuid: unknown, id: string): void {
  if (uuid === undefined || uuid === null || uuid === '') throw new AppError('missing_uuid')
  if (typeof uuid !== 'string' || uuid.toLowerCase() !== id.toLowerCase()) throw new AppError('foreign_uuid')
}
