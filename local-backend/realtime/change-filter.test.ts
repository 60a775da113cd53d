import { RealtimePostgresFilterBuilder } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { parseChangeFilters } from './change-filter.ts'

test('filters of the official builder are parsed correctly', () => {
  const values = ['plain', 'a,b', '(x)', 'quo"te', 'back\\slash', ' spaces ', '', 'eq.in', '한글']
  for (const value of values) {
    const text = new RealtimePostgresFilterBuilder()
      .eq('title', value)
      .in('tag', [value, 'z'])
      .not('n', 'gt', 1)
      .build()
    expect(parseChangeFilters(text), text).toEqual([
      { column: 'title', operator: 'eq', value, isNegated: false },
      { column: 'tag', operator: 'in', value: [value, 'z'], isNegated: false },
      { column: 'n', operator: 'gt', value: '1', isNegated: true },
    ])
  }
})

test('an invalid filter is refused with a message', () => {
  const texts = ['id', 'id=', 'id=eq', 'id=eqq.1', '=eq.1', 'id=in.1,2', 'id=in.(1', 'id=eq."a"b', 'id=eq.1,']
  for (const text of [...texts.slice(0, -1), Array(11).fill('id=eq.1').join(',')])
    expect(() => parseChangeFilters(text), text).toThrow('Error parsing `filter` params')
  expect(() => parseChangeFilters(`id=in.(${Array(101).fill('1').join(',')})`)).toThrow('Error parsing')
})

test('a pattern that could block all changes is refused, however it is hidden', () => {
  const slow = [
    '(?=.*y)x',
    '(?!a)b',
    '(?<=x.*)y',
    '(?i)(?=.*y)x',
    '***=x',
    '(a)\\1',
    '(x{1,255}){1,255}',
    'x{21}',
    'x'.repeat(201),
  ]
  for (const operator of ['match', 'imatch', 'not.match'])
    for (const pattern of slow)
      expect(
        () => parseChangeFilters(`title=${operator}."${pattern.replaceAll('\\', '\\\\')}"`),
        pattern,
      ).toThrow('Error parsing')
  const text = new RealtimePostgresFilterBuilder().match('title', '^(?:a|b){1,20}\\d+$').build()
  expect(parseChangeFilters(text)[0]).toMatchObject({ operator: 'match', value: '^(?:a|b){1,20}\\d+$' })
})
