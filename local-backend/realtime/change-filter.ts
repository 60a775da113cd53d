// The filters of postgres_changes in the syntax of realtime-js: `column=operator.value`, several joined by commas.
import { RealtimeError } from './realtime-error.ts'

export type ChangeFilter = {
  column: string
  operator: string
  value: string | string[]
  isNegated: boolean
}

const operators = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'like',
  'ilike',
  'match',
  'imatch',
  'is',
  'isdistinct',
]
const patternLengthMax = 200
const repetitionsMax = 20
const filtersMax = 10
const valuesMax = 100

/** Throws RealtimeError for an invalid filter. */
export function parseChangeFilters(text: string): ChangeFilter[] {
  const filters: ChangeFilter[] = []
  const reader = { text, at: 0 }
  while (reader.at < text.length) {
    filters.push(readFilter(reader))
    if (reader.at < text.length && text[reader.at++] !== ',') throw refuse(text)
  }
  if (filters.length > filtersMax) throw refuse(text)
  return filters
}

type Reader = { text: string; at: number }

function readFilter(reader: Reader): ChangeFilter {
  const head = /^([^=]+)=(not\.)?([a-z]+)\./.exec(reader.text.slice(reader.at))
  if (!head) throw refuse(reader.text)
  const [whole, column = '', negation, operator = ''] = head
  if (!operators.includes(operator)) throw refuse(reader.text)
  reader.at += whole.length
  const value = operator === 'in' ? readList(reader) : readValue(reader, /^[^,]*/)
  if (operator.endsWith('match') && !isQuickPattern(value as string)) throw refuse(reader.text)
  return { column, operator, value, isNegated: negation !== undefined }
}

/**
 * One subscriber's pattern must not delay everyone's changes. Postgres matches patterns in a time that grows with the
 * text alone (1 MB in under 20 ms), unless they have lookarounds, back references or counts in the hundreds. Embedded
 * options could hide those.
 */
function isQuickPattern(pattern: string): boolean {
  if (pattern.length > patternLengthMax || /^\*\*\*|\(\?(?!:)|\\[1-9]/.test(pattern)) return false
  const bounds = pattern.match(/\{[^}]*/g) ?? []
  return bounds.every((bound) =>
    (bound.match(/\d+/g) ?? []).every((count) => Number(count) <= repetitionsMax),
  )
}

function readList(reader: Reader): string[] {
  if (reader.text[reader.at++] !== '(') throw refuse(reader.text)
  const values: string[] = []
  for (;;) {
    values.push(readValue(reader, /^[^,)]*/))
    const separator = reader.text[reader.at++]
    if (separator === ')') break
    if (separator !== ',' || values.length >= valuesMax) throw refuse(reader.text)
  }
  return values
}

/** A quoted value, where `\` escapes the next character, or the match of `bare`. */
function readValue(reader: Reader, bare: RegExp): string {
  const rest = reader.text.slice(reader.at)
  const quoted = /^"((?:[^"\\]|\\.)*)"/s.exec(rest)
  if (quoted) {
    reader.at += quoted[0].length
    return quoted[1]!.replace(/\\(.)/gs, '$1')
  }
  const value = bare.exec(rest)?.[0] ?? ''
  reader.at += value.length
  return value
}

function refuse(text: string): RealtimeError {
  return new RealtimeError(
    'RealtimeDisabledForConfiguration',
    `Error parsing \`filter\` params: ${JSON.stringify(text.slice(0, 200))}`,
  )
}
