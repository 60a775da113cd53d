// Entrances under /v1/auth: the member's own account.
import { Hono } from 'hono'
import { signUp } from '#server/features/accounts/sign-up.ts'
import type { Parts } from '#server/parts.ts'
import { signUpBody } from '#shared/accounts.ts'
import { AppError } from '#shared/errors.ts'
import { parseFields, readJson } from './request-body.ts'
import { requireSubject } from './require-member.ts'

export function authRoutes(parts: Parts): Hono {
  return new Hono().post('/sign/up', async (c) => {
    const subject = await requireSubject(c, parts)
    const body = await readJson(c.req.raw)
    if (body.uuid === undefined) throw new AppError('missing_uuid')
    const { lang, uuid } = parseFields(signUpBody, body)
    return c.json({ result: await signUp(parts, { userId: subject.id, identityId: uuid, language: lang }) })
  })
}
