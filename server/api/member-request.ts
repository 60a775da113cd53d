// What the entrances of runs have in common: a member's JSON, and the ids of runs.
import type { Context } from 'hono'
import { z } from 'zod'
import type { Parts } from '#server/parts.ts'
import { AppError } from '#shared/errors.ts'
import { readJson } from './request-body.ts'
import { requireMember, type Member } from './require-member.ts'

type Fields = Record<string, unknown>

/**
 * Who sends a JSON body, and what it holds besides their uuid.
 * @param uuidIn where the uuid stands, when not in the body alone
 * @throws AppError as `readJson` and `requireMember`
 */
export async function readMemberRequest(
  c: Context,
  parts: Parts,
  uuidIn: (body: Fields) => unknown = ({ uuid }) => uuid,
): Promise<{ member: Member; fields: Fields }> {
  let body: Fields = {}
  const member = await requireMember(c, parts, async () => uuidIn((body = await readJson(c.req.raw))))
  const { uuid: _, ...fields } = body
  return { member, fields }
}

/** The body that names a run. */
export const runBody = z.strictObject({ id: z.int('invalid').positive('invalid') })

/** An id in an address or a header. @throws AppError not_found for anything else */
export function readId(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new AppError('not_found')
  return Number(text)
}
