// POST /v1/mail/refuse?token=…: unsubscribes the recipient of an e-mail. Mail programs call it by themselves (RFC
// 8058), without a session and with a form as body.
import { Hono } from 'hono'
import { refuseMail } from '#server/mail-refusal.ts'
import type { Dependencies } from '#server/dependencies.ts'

export function mailRoutes(deps: Dependencies): Hono {
  return new Hono().post('/refuse', async (c) => {
    await refuseMail(deps, c.req.query('token') ?? '')
    return c.json({ result: true })
  })
}
