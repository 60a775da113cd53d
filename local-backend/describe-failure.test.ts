import { expect, it } from 'vitest'
import { describeFailure } from './describe-failure.ts'

const thrownBy = (work: () => unknown): Error => {
  try {
    work()
  } catch (error) {
    return error as Error
  }
  throw new Error('Nothing was thrown.')
}

it('backend M1: a failure is logged with its code, kind, message and position', () => {
  const failure = Object.assign(new Error('relation "public.gone" does not exist'), {
    severity: 'ERROR',
    code: '42P01',
  })
  expect(describeFailure(failure)).toEqual({
    code: '42P01',
    error: 'Error',
    message: 'relation "public.gone" does not exist',
    stack: expect.arrayContaining([expect.stringContaining('describe-failure.test.ts')]),
  })
})

it('backend M1: no text of users is logged', () => {
  const violated = Object.assign(new Error('duplicate key (email)=(ada@example.com)'), {
    severity: 'ERROR',
    code: '23505',
    detail: 'Key (email)=(ada@example.com) already exists.',
  })
  const told = [
    violated,
    thrownBy(() => JSON.parse('{"diary": canary}')),
    thrownBy(() => new Headers({ 'x-canary': 'canary\ncanary' })),
    Object.assign(new Error('no mailbox ada@example.com'), { code: 'EENVELOPE' }),
  ].map((error) => JSON.stringify(describeFailure(error)))
  expect(told.join()).not.toMatch(/ada@|canary|diary/)
  expect(told[3]).toContain('no mailbox')
})
