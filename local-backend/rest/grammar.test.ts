import { expect, it } from 'vitest'
import { parseList, parseLogic, parseOrder } from './parse-filter.ts'
import { parseRequest } from './parse-request.ts'
import { parseSelect } from './parse-select.ts'
import { parsePreferences } from './preferences.ts'

const column = (name: string, more = {}) => ({
  kind: 'column',
  field: { column: name, steps: [] },
  alias: null,
  cast: null,
  aggregate: null,
  ...more,
})

it('select is parsed with aliases, casts, JSON, embeds, hints and spreads', () => {
  expect(parseSelect('id, name:title::text,data->a->>0')).toEqual([
    column('id'),
    column('title', { alias: 'name', cast: 'text' }),
    column('data', {
      field: {
        column: 'data',
        steps: [
          { isText: false, key: 'a' },
          { isText: true, key: '0' },
        ],
      },
    }),
  ])
  expect(parseSelect('...a!b!inner(x:y!left(*))')).toMatchObject([
    {
      kind: 'embed',
      target: 'a',
      hint: 'b',
      isInner: true,
      isSpread: true,
      node: { select: [{ alias: 'x', target: 'y', isInner: false }] },
    },
  ])
  expect(parseSelect('"odd, (name)",이름,with-dash')).toEqual([
    column('odd, (name)'),
    column('이름'),
    column('with-dash'),
  ])
})

it('logic trees nest, negate, and allow commas inside quotes and lists', () => {
  const budget = { left: 10 }
  expect(
    parseLogic('or', false, '(a.eq."x,y",not.and(b.in.(1,2),c.cs.{3,4}),d.not.is.null)', budget),
  ).toMatchObject({
    operator: 'or',
    terms: [
      { operator: 'eq', value: 'x,y' },
      {
        kind: 'logic',
        operator: 'and',
        isNegated: true,
        terms: [
          { operator: 'in', value: '(1,2)' },
          { operator: 'cs', value: '{3,4}' },
        ],
      },
      { operator: 'is', isNegated: true, value: 'null' },
    ],
  })
  expect(budget.left).toBe(6)
  expect(() => parseLogic('or', false, '(a.eq.1,b.eq.2)', { left: 1 })).toThrow('failed to parse')
})

it('lists and orders are parsed to their end or refused', () => {
  expect(parseList('(1,"a,\\"b",)')).toEqual(['1', 'a,"b', ''])
  expect(parseList('()')).toEqual([])
  expect(parseOrder('a.desc.nullslast,b->>c,rel(d).asc')).toMatchObject([
    { isDescending: true, nulls: 'last' },
    { field: { column: 'b', steps: [{ key: 'c' }] } },
    { embed: 'rel', field: { column: 'd' } },
  ])
  for (const text of ['(1', '1)', '(1)2']) expect(() => parseList(text)).toThrow('failed to parse')
  for (const text of ['', 'a.up', 'a,']) expect(() => parseOrder(text)).toThrow('failed to parse')
  for (const text of ['a(', 'a)', 'a,,b', 'a::int4;drop', 'x:', '->a', 'a!'])
    expect(() => parseSelect(text)).toThrow('failed to parse')
})

it('parameters apply to the embed that they name and skip arguments of functions', () => {
  const { node } = parseRequest(
    [
      ['select', 'id,author:person(name)'],
      ['author.name', 'like.a*'],
      ['author.order', 'name.desc'],
      ['author.limit', '2'],
      ['not.or', '(id.eq.1,id.eq.2)'],
      ['upto', '5'],
    ],
    new Set(['upto']),
  )
  expect(node.conditions).toMatchObject([{ kind: 'logic', operator: 'or', isNegated: true }])
  expect(node.select[1]).toMatchObject({
    node: { limit: 2, order: [{ isDescending: true }], conditions: [{ operator: 'like', value: 'a*' }] },
  })
  expect(() => parseRequest([['nobody.name', 'eq.1']])).toThrow('not an embedded resource')
})

it('preferences are parsed once each, and unknown ones are refused only under handling=strict', () => {
  expect(parsePreferences('return=representation, count=exact,nonsense=1,return=minimal')).toMatchObject({
    return: 'representation',
    count: 'exact',
    maxAffected: null,
  })
  expect(parsePreferences('handling=strict, max-affected=3').maxAffected).toBe(3)
  expect(parsePreferences('max-affected=3').maxAffected).toBeNull()
  expect(() => parsePreferences('handling=strict,nonsense=1')).toThrow('Invalid preferences')
})
