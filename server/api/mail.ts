// POST /v1/mail/refuse?token=…: whoever has our letter wants no other. Mail programs call it by themselves (RFC 8058), without a session and with a form as body.
import { Hono } from 'hono'
import { refuseMail } from '#server/mail-refusal.ts'
import type { Parts } from '#server/parts.ts'

export function mailRoutes(parts: Parts): Hono {
  return new Hono().post('/refuse', async (c) => {
    await refuseMail(parts, c.req.query('token') ?? '')
    return c.json({ result: true })
  })
}
