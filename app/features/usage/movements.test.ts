import { expect, it } from 'vitest'
import { joinMovements } from './movements.ts'

it('M18: a run that took from both buckets is one movement, two runs of a text are two', () => {
  const line = (id: number, amount: number, toolUseId: number | null, at: string) => ({
    id,
    kind: toolUseId === null ? 'sign_up' : 'use',
    amount,
    tool_use_id: toolUseId,
    created_at: at,
  })
  expect(
    joinMovements([
      line(5, -300, 9, '2026-11-21T02:00:00Z'),
      line(4, -200, 9, '2026-11-21T01:00:00Z'),
      line(3, -100, 9, '2026-11-21T01:00:00Z'),
      line(1, 100_000, null, '2026-11-21T00:00:00Z'),
    ]).map(({ kind, tokens }) => [kind, tokens]),
  ).toEqual([
    ['use', -300],
    ['use', -300],
    ['sign_up', 100_000],
  ])
})
