import { afterEach, expect, it, vi } from 'vitest'
import { logFailure } from './log-failure.ts'

const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
afterEach(() => log.mockClear())
const logged = () => log.mock.calls.flat().join(' ')

it('row 119: a member’s text does not reach the log through an error of a model or of the database', () => {
  const model = Object.assign(new Error('bad request: CANARY'), {
    name: 'AI_APICallError',
    statusCode: 400,
    requestBodyValues: { input: 'CANARY' },
    responseBody: 'CANARY',
  })
  const database = Object.assign(new Error('invalid input syntax: "CANARY"'), {
    code: '22P02',
    detail: 'CANARY',
  })
  const unique = Object.assign(new Error('duplicate key value violates unique constraint "k"'), {
    code: '23505',
    detail: 'Key (nickname)=(CANARY)',
  })
  for (const error of [model, database, unique, { input: 'CANARY' }, 'CANARY']) logFailure('test', error)
  expect(logged()).not.toContain('CANARY')
  expect(logged()).toContain('AI_APICallError 400')
  expect(logged()).toContain('23505 duplicate key value')
})

it('an error of our own is logged with its message and position', () => {
  logFailure('web', new TypeError('x is not a function'))
  expect(logged()).toMatch(/web: TypeError x is not a function \| at /)
})

it('each failure is one line that begins with its time, whatever its message contains', () => {
  logFailure('jobs', new Error('first\nsecond\r\n  third'))
  logFailure('jobs', 'thrown')
  expect(log.mock.calls.map(([line]) => String(line).includes('\n'))).toEqual([false, false])
  expect(log.mock.calls[0]?.[0]).toMatch(
    /^\d{4}-\d\d-\d\dT[\d:.]+Z jobs: Error first \| second \| third \| at /,
  )
})
