// README.md's table for auth on a project without e-mail: users sign in by provider only.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOperator, createVisitor } from '#backend/testing/sign-in.ts'
import { startTarget, type Target } from './target.ts'

let target: Target
beforeAll(async () => {
  target = await startTarget({ auth: { email: false } })
})
afterAll(() => target.stop())

it('security 41: without e-mail every method that needs it answers email_provider_disabled', async () => {
  const { auth } = createVisitor(target)
  const [email, password] = ['somebody@example.com', 'correct-horse-7']
  const refusals = await Promise.all([
    auth.signUp({ email, password }),
    auth.signInWithPassword({ email, password }),
    auth.signInWithOtp({ email }),
    createOperator(target).auth.admin.inviteUserByEmail(email),
  ])
  for (const { error } of refusals)
    expect(error).toMatchObject({ status: 422, code: 'email_provider_disabled' })
})
