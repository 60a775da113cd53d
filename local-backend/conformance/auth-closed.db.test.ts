// A project with sign-ups disabled.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createVisitor } from '#backend/testing/sign-in.ts'
import { startTarget, type Target } from './target.ts'

let target: Target
beforeAll(async () => {
  target = await startTarget({ auth: { email: false, signUp: false } })
})
afterAll(() => target.stop())

it('clients 6: with sign-ups disabled, the error says so, also for an invalid address', async () => {
  const { auth } = createVisitor(target)
  const { error } = await auth.signUp({ email: 'somebody@example.com', password: 'correct-horse-7' })
  expect(error).toMatchObject({ status: 422, code: 'signup_disabled' })
})
