import { expect, it } from 'vitest'
import { readSnapshot, sees } from './snapshot.ts'

it('a snapshot sees commits before it, and no transaction that was running or began later', () => {
  const snapshot = readSnapshot('10:20:10,14,15')
  expect([9, 10, 11, 14, 15, 19, 20, 21].filter((xid) => sees(snapshot, xid))).toEqual([9, 11, 19])
  expect(sees(readSnapshot('7:7:'), 6)).toBe(true)
})

it('transaction numbers wrap around after 2^32', () => {
  const snapshot = readSnapshot('8589934590:8589934594:8589934590,8589934593')
  expect([2 ** 32 - 3, 2 ** 32 - 2, 2 ** 32 - 1, 0, 1, 2].filter((xid) => sees(snapshot, xid))).toEqual([
    2 ** 32 - 3,
    2 ** 32 - 1,
    0,
  ])
})
