import { expect, it } from 'vitest'
import { kindOf } from './searched.ts'

it('M13: a movement is named after the action it paid for', () => {
  const called = (idempotencyKey: string, kind = 'use') => kindOf(kind, idempotencyKey)
  expect(called('tool_use:7:1:token')).toBe('use')
  expect(called('tool_edit:7:1:token')).toBe('use')
  expect(called('prompt_use:7:1:token')).toBe('prompt')
  expect(called('keyword_search:7:1:token')).toBe('keyword')
  expect(called('tone_analysis:7:1:token')).toBe('tone')
  expect(called('prompt_use:7:1:token', 'refund')).toBe('refund')
})
