// POST /v1/contact: a question of a member or a visitor. POST /v1/contact/answer and /answer/email: an operator's
// answer, and a repeat of its e-mail.
import { Hono } from 'hono'
import { clientNetwork } from '#server/client-address.ts'
import { answerAsOperator, sendAnswerAgain } from '#server/features/contact/answers.ts'
import { askQuestion } from '#server/features/contact/questions.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { answerSchema, answerEmailSchema, contactSchema } from '#shared/contact-form.ts'
import { readMemberRequest } from './member-request.ts'
import { parseFields, readJson } from './request-body.ts'
import { requireMember } from './require-member.ts'

export function contactRoutes(deps: Dependencies): Hono {
  return new Hono()
    .post('/', async (c) => {
      let body: Record<string, unknown> = {}
      const read = async () => (body = await readJson(c.req.raw)).uuid
      const member = c.req.header('authorization') ? await requireMember(c, deps, read) : null
      if (!member) await read()
      const { uuid: _, ...fields } = body
      const form = parseFields(contactSchema, fields)
      const asker = member ? { memberId: member.id } : { address: clientNetwork(c, deps.config) }
      return c.json({ result: { id: await askQuestion(deps, asker, form) } })
    })
    .post('/answer', async (c) => {
      const { member: caller, fields } = await readMemberRequest(c, deps)
      await answerAsOperator(deps, { caller, ...parseFields(answerSchema, fields) })
      return c.json({ result: true })
    })
    .post('/answer/email', async (c) => {
      const { member: caller, fields } = await readMemberRequest(c, deps)
      await sendAnswerAgain(deps, { caller, ...parseFields(answerEmailSchema, fields) })
      return c.json({ result: true })
    })
}
