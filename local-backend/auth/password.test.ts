import { expect, it } from 'vitest'
import { completeSettings } from './auth-settings.ts'
import {
  findWeakness,
  hashPassword,
  isPasswordHash,
  isPasswordRight,
  requireStrongPassword,
} from './password.ts'

const settings = completeSettings({ auth: { passwordRequiredCharacters: ['abc', '123'] } })

it('A32: weaknesses are named one by one', () => {
  expect(findWeakness('zzzzzzzz', settings)?.reasons).toEqual(['characters'])
  expect(findWeakness('a1', settings)?.reasons).toEqual(['length'])
  expect(findWeakness('1Q2W3E4R', completeSettings({}))?.reasons).toEqual(['pwned'])
  expect(findWeakness('a long sentence 1', settings)).toBeNull()
  expect(() => requireStrongPassword('가'.repeat(25), completeSettings({}))).toThrow('72')
})

it('security 56: a password matches its own hash only, and a user without a hash cannot sign in', async () => {
  const hash = await hashPassword('correct-horse-7')
  expect(isPasswordHash(hash)).toBe(true)
  expect(
    await Promise.all([
      isPasswordRight('correct-horse-7', hash),
      isPasswordRight('correct-horse-8', hash),
      isPasswordRight('', null),
      isPasswordRight('', ''),
    ]),
  ).toEqual([true, false, false, false])
})

it('security 56: the response for an unknown address costs a whole bcrypt too', async () => {
  const startedAt = performance.now()
  await isPasswordRight('correct-horse-7', null)
  // Ten rounds take tens of milliseconds on any machine; an unparseable hash takes none.
  expect(performance.now() - startedAt).toBeGreaterThan(10)
})

it('security 41: a method without its sender cannot be enabled', () => {
  expect(() => completeSettings({ auth: { email: true } })).toThrow('sendMail')
  expect(() => completeSettings({ auth: { phone: true } })).toThrow('sendTextMessage')
  expect(() => completeSettings({ auth: { phoneFactor: true } })).toThrow('sendTextMessage')
})

it('backend S8: one password is hashed at a time, some wait, and more are refused at once', async () => {
  const settled: string[] = []
  const refusals: unknown[] = []
  await Promise.all(
    Array.from({ length: 15 }, () =>
      isPasswordRight('a long sentence 1', null).then(
        () => settled.push('checked'),
        (error: unknown) => {
          settled.push('refused')
          refusals.push(error)
        },
      ),
    ),
  )
  // On a slow machine some that wait are refused later.
  expect(settled.slice(0, 5)).toEqual(['refused', 'refused', 'refused', 'refused', 'checked'])
  expect(refusals[0]).toMatchObject({ code: 'over_request_rate_limit' })
})
