import { expect, it } from 'vitest'
import { describeBackendLine } from './describe-backend-line.ts'

it('backend M1: a failure of the backend is one line of the log, with its details and its place', () => {
  const line = describeBackendLine({
    level: 'error',
    event: 'rest_failed',
    requestId: 'request-7',
    route: 'GET /rest/v1/book',
    code: undefined,
    message: 'connect ECONNREFUSED\nsecond line',
    stack: ['at one (a.ts:1:2)', 'at two (b.ts:3:4)'],
  })
  expect(line.slice(line.indexOf('backend:'))).toBe(
    'backend: error rest_failed requestId=request-7 route=GET /rest/v1/book message=connect ECONNREFUSED | second line | at one (a.ts:1:2) | at two (b.ts:3:4)',
  )
})
