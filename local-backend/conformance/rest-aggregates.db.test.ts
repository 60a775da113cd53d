// A project without aggregates, which is the default of hosted Supabase.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createVisitor } from '#backend/testing/sign-in.ts'
import { startTarget, type Target } from './target.ts'

let target: Target
beforeAll(async () => {
  target = await startTarget({ aggregates: false })
})
afterAll(() => target.stop())

it('without pgrst.db_aggregates_enabled an aggregate is PGRST123', async () => {
  const counted = await createVisitor(target).from('book').select('pages.sum()')
  expect([counted.status, counted.error?.code]).toEqual([400, 'PGRST123'])
})
