// Shared request parsing of the routes of runs: a member's JSON, and the ids of runs.
import type { Context } from 'hono'
import { z } from 'zod'
import { doOnce } from '#server/metering/idempotency.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { AppError } from '#shared/errors.ts'
import { readJson } from './request-body.ts'
import { requireMember, type Member } from './require-member.ts'

type Fields = Record<string, unknown>

export type MemberRequest = {
  member: Member
  /** The body without the caller's uuid. */
  fields: Fields
  /** Runs costly work once per Idempotency-Key, for as long as the key is stored. @throws as `doOnce` */
  once: <Answer extends object>(work: () => Promise<Answer>) => Promise<Answer>
}

/**
 * Parses the caller and the rest of the JSON body.
 * @param uuidIn where the uuid is, when not in the body alone
 * @throws AppError as `readJson` and `requireMember`
 */
export async function readMemberRequest(
  c: Context,
  deps: Dependencies,
  uuidIn: (body: Fields) => unknown = ({ uuid }) => uuid,
): Promise<MemberRequest> {
  let body: Fields = {}
  const member = await requireMember(c, deps, async () => uuidIn((body = await readJson(c.req.raw))))
  const { uuid: _, ...fields } = body
  const key = c.req.header('idempotency-key')?.trim()
  const content = [c.req.method, c.req.path, fields]
  return {
    member,
    fields,
    once: (work) => doOnce(deps.database, { memberId: member.id, key, content }, work),
  }
}

/** The body that identifies a run. */
export const runBody = z.strictObject({ id: z.int('invalid').positive('invalid') })

/** An id in a path or a header. @throws AppError not_found for anything else */
export function readId(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new AppError('not_found')
  return Number(text)
}
