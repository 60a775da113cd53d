import { expect, it } from 'vitest'
import { describeError } from './describe-error.ts'

it('R25: an unknown address says Page Not Found with its path', () => {
  expect(describeError({ status: 404, internal: false }, '/ko/nope')).toEqual({
    kind: 'notFound',
    code: 'Page Not Found: /ko/nope',
  })
  expect(describeError({ status: 404 }, '/ko/%EA%B8%80').code).toBe('Page Not Found: /ko/글')
  expect(describeError({ status: 404 }, '/ko/%ff').code).toBe('Page Not Found: /ko/%ff')
})

it('R26: a 404 that the router raised would say Page not found; our routes catch every address', () => {
  expect(describeError({ status: 404, internal: true }, '/x').code).toBe('Page not found: /x')
})

it('R27: every other failure says Internal Server Error without details', () => {
  expect(describeError(null, '/ko')).toEqual({ kind: 'failed', code: 'Internal Server Error' })
  expect(describeError({ status: 503 }, '/ko').code).toBe('Internal Server Error')
})

it('A34: a failure with its own message shows it', () => {
  const told = describeError({ status: 500, data: { code: 'user_or_usage_failed' } }, '/ko')
  expect(told).toEqual({ kind: 'failed', code: 'Internal Server Error', error: 'user_or_usage_failed' })
  for (const data of ['user_or_usage_failed', { code: 'no code of ours' }, null])
    expect(describeError({ status: 500, data }, '/ko')).not.toHaveProperty('error')
})

it('without a connection the message does not blame the product', () => {
  expect(describeError(null, '/ko', false)).toEqual({ kind: 'offline', code: '' })
  expect(describeError({ status: 500 }, '/ko', false).kind).toBe('failed')
})

it('other refusals retain their status', () => {
  expect(describeError({ status: 405 }, '/ko')).toEqual({ kind: 'other', code: '405' })
})
