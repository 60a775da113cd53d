import { expect, it } from 'vitest'
import { planForms } from './plan-forms.ts'
import { businessPlanLimits } from './tools.ts'

it('each known form fits into the fields of a business plan, without an item twice', () => {
  for (const { name, items } of Object.values(planForms).flat()) {
    expect([name, items.length <= businessPlanLimits.itemsMax]).toEqual([name, true])
    expect(new Set(items).size).toBe(items.length)
    for (const item of items) expect(item.length).toBeLessThanOrEqual(businessPlanLimits.item)
  }
})
