import { expect, it } from 'vitest'
import { findWrongTotals, withComputedTotals } from './text-tables.ts'

const table = (rows: string[]) => ['| 항목 | 금액 |', '|---|---:|', ...rows].join('\n')

it('a wrong total becomes the sum of its rows, in the table and where the text repeats it', () => {
  const wrong = `${table(['| 재료 | 1,000만 원 |', '| 임대 | 200만 원 |', '| **합계** | **1,300만 원** |'])}\n\n모두 1,300만 원이 듭니다. 11,300만 원은 아닙니다.`
  expect(withComputedTotals(wrong)).toBe(
    `${table(['| 재료 | 1,000만 원 |', '| 임대 | 200만 원 |', '| **합계** | **1,200만 원** |'])}\n\n모두 1,200만 원이 듭니다. 11,300만 원은 아닙니다.`,
  )
})

it('a wrong total that the member gave stays', () => {
  const wrong = table(['| 재료 | 10만 원 |', '| 임대 | 5만 원 |', '| 합계 | 20만 원 |'])
  expect(withComputedTotals(wrong, '모두 20만 원')).toBe(wrong)
})

it('pipes within cells do not move the columns', () => {
  const rows = ['| `a|b` | 10만 원 |', '| c \\| d | 5만 원 |']
  expect(withComputedTotals(table([...rows, '| 합계 | 20만 원 |']))).toBe(
    table([...rows, '| 합계 | 15만 원 |']),
  )
})

it('a total that another table also has is changed in its own cell only', () => {
  const other = table(['| 매출 | $1,300 |'])
  const wrong = `${table(['| Rent | $1,000 |', '| Flour | $200.50 |', '| Total | $1,300 |'])}\n\nIt is $1,300.\n\n${other}`
  expect(withComputedTotals(wrong)).toBe(
    `${table(['| Rent | $1,000 |', '| Flour | $200.50 |', '| Total | $1,200.5 |'])}\n\nIt is $1,300.\n\n${other}`,
  )
})

it.each([
  ['a right total', ['| 재료 | 10만 원 |', '| 임대 | 5만 원 |', '| 합계 | 15만 원 |']],
  ['several units', ['| 재료 | 10만 원 |', '| 임대 | 5,000원 |', '| 합계 | 20만 원 |']],
  ['a blank', ['| 재료 | 10만 원 |', '| 임대 | [금액] |', '| 합계 | 20만 원 |']],
  ['a unit price below its rows', ['| 재료 | 10만 원 |', '| 임대 | 5만 원 |', '| 합계 | 7만 원 |']],
  ['cents', ['| a | 0.1 |', '| b | 0.2 |', '| Total | 0.3 |']],
])('a column with %s stays', (_name, rows) => {
  expect(findWrongTotals(table(rows))).toEqual([])
  expect(withComputedTotals(table(rows))).toBe(table(rows))
})
