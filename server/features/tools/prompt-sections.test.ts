import { afterEach, expect, it, vi } from 'vitest'
import { composePrompt } from './prompt-sections.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('the prompt states the Korean date, because a model would plan for the year of its training', () => {
  vi.useFakeTimers({ now: new Date('2026-12-31T15:30:00Z') })
  const { instructions } = composePrompt(
    { form: { language: 'Korean' }, customTone: null, sources: [], findings: [] },
    { role: 'You plan.', task: [], order: [], tone: 'report' },
  )
  expect(instructions).toContain('Today is Friday, January 1, 2027.')
})
