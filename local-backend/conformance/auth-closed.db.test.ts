// A project with sign-ups disabled.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createVisitor } from '#backend/testing/sign-in.ts'
import { startTarget, type Target } from './target.ts'

let target: Target
beforeAll(async () => {
  target = await startTarget({ auth: { email: false, signUp: false } })
})
afterAll(() => target.stop())

it('clients 6: where sign-ups are shut, that is what is said, also of an address that could not sign up anyway', async () => {
  const { auth } = createVisitor(target)
  const { error } = await auth.signUp({ email: 'somebody@example.com', password: 'correct-horse-7' })
  expect(error).toMatchObject({ status: 422, code: 'signup_disabled' })
})
