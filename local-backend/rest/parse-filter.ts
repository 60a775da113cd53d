import { readSteps } from './parse-select.ts'
import type { Condition, Field, Filter, Logic, OrderTerm } from './query-tree.ts'
import { parseError } from './rest-error.ts'
import { TextReader } from './text-reader.ts'

const logicDepthMax = 8
export const conditionsMax = 300

const quantifiable = 'eq|neq|gt|gte|lt|lte|like|ilike|match|imatch'
const operatorPattern = new RegExp(
  `^(?:(${quantifiable})(?:\\((any|all)\\))?|(in|is|isdistinct|cs|cd|ov|sl|sr|nxr|nxl|adj)|(fts|plfts|phfts|wfts)(?:\\(([A-Za-z0-9_]{1,60})\\))?)\\.`,
)

/** Counts every condition of a request, which limits their number. */
export type ConditionBudget = { left: number }

/** Parses `not.eq.5`, `in.(1,2)`, `like(any).{a*,b*}`, the value of a filter parameter. Throws RestError PGRST100. */
export function parseFilter(field: Field, text: string, budget: ConditionBudget): Filter {
  return readOperation(new TextReader(text, `filter (${text.slice(0, 80)})`), field, budget, (reader) => {
    const value = reader.text.slice(reader.position)
    reader.position = reader.text.length
    return value
  })
}

/** Parses `(a.eq.1,or(b.gt.2,c.is.null))`, the value of `and` and `or`. Throws RestError PGRST100. */
export function parseLogic(
  operator: 'and' | 'or',
  isNegated: boolean,
  text: string,
  budget: ConditionBudget,
): Logic {
  const reader = new TextReader(text, `logic tree (${text.slice(0, 80)})`)
  const logic = readLogic(reader, operator, isNegated, 0, budget)
  if (!reader.isAtEnd) throw reader.fail('unexpected sign')
  return logic
}

function readLogic(
  reader: TextReader,
  operator: 'and' | 'or',
  isNegated: boolean,
  depth: number,
  budget: ConditionBudget,
): Logic {
  if (depth > logicDepthMax) throw parseError('logic tree', `conditions nest at most ${logicDepthMax} deep`)
  reader.skipSpace()
  reader.expect('(')
  const terms: Condition[] = []
  do {
    terms.push(readTerm(reader, depth, budget))
    reader.skipSpace()
  } while (reader.take(','))
  reader.expect(')')
  return { kind: 'logic', operator, isNegated, terms }
}

function readTerm(reader: TextReader, depth: number, budget: ConditionBudget): Condition {
  reader.skipSpace()
  const group = /^(not\.)?(and|or) *\(/.exec(reader.text.slice(reader.position))
  if (group) {
    reader.position += group[0].length - 1
    return readLogic(reader, group[2] as 'and' | 'or', group[1] !== undefined, depth + 1, budget)
  }
  const field = readField(reader)
  reader.expect('.')
  return readOperation(reader, field, budget, readTermValue)
}

/** Inside a logic tree a value ends at a comma or parenthesis, unless it is quoted, a list or an array. */
function readTermValue(reader: TextReader): string {
  if (reader.startsWith('"')) return reader.readQuoted()
  if (reader.startsWith('(')) return readBracketed(reader, '(', ')')
  if (reader.startsWith('{')) return readBracketed(reader, '{', '}')
  return reader.readUntil(',)')
}

function readBracketed(reader: TextReader, open: string, close: string): string {
  const start = reader.position
  let depth = 0
  while (!reader.isAtEnd) {
    const sign = reader.text[reader.position]
    if (sign === '"') reader.readQuoted()
    else reader.position++
    if (sign === open) depth++
    if (sign === close && --depth === 0) return reader.text.slice(start, reader.position)
  }
  throw reader.fail(`expected "${close}"`)
}

function readOperation(
  reader: TextReader,
  field: Field,
  budget: ConditionBudget,
  readValue: (reader: TextReader) => string,
): Filter {
  if (--budget.left < 0) throw parseError('filters', `at most ${conditionsMax} conditions`)
  const isNegated = reader.take('not.')
  const match = operatorPattern.exec(reader.text.slice(reader.position))
  if (!match) throw reader.fail('expected an operator (eq, gt, ...)')
  reader.position += match[0].length
  const [, plain, quantifier, special, search, language] = match
  return {
    kind: 'filter',
    field,
    operator: plain ?? special ?? (search as string),
    quantifier: (quantifier as 'any' | 'all' | undefined) ?? null,
    language: language ?? null,
    isNegated,
    value: readValue(reader),
  }
}

/** A column with a path into its JSON, as in filters and order. */
export function readField(reader: TextReader): Field {
  return { column: reader.readName(), steps: readSteps(reader) }
}

/** Parses `(1,2,"a,b")`, the list of `in`. Throws RestError PGRST100. */
export function parseList(text: string): string[] {
  const reader = new TextReader(text, `list (${text.slice(0, 80)})`)
  reader.expect('(')
  const values: string[] = []
  if (reader.take(')')) return values
  do {
    values.push(reader.startsWith('"') ? reader.readQuoted() : reader.readUntil(',)'))
  } while (reader.take(','))
  reader.expect(')')
  if (!reader.isAtEnd) throw reader.fail('unexpected sign')
  return values
}

/** Parses `created_at.desc.nullslast,author(nickname)`, the parameter order. Throws RestError PGRST100. */
export function parseOrder(text: string): OrderTerm[] {
  const reader = new TextReader(text, `order (${text.slice(0, 80)})`)
  const terms: OrderTerm[] = []
  do {
    terms.push(readOrderTerm(reader))
  } while (reader.take(','))
  if (!reader.isAtEnd || terms.length > 20) throw reader.fail('unexpected sign')
  return terms
}

function readOrderTerm(reader: TextReader): OrderTerm {
  let field = readField(reader)
  let embed: string | null = null
  if (field.steps.length === 0 && reader.take('(')) {
    embed = field.column
    field = readField(reader)
    reader.expect(')')
  }
  const term: OrderTerm = { embed, field, isDescending: false, nulls: null }
  while (reader.take('.')) {
    const word = reader.readUntil('.,')
    if (word === 'desc') term.isDescending = true
    else if (word === 'nullsfirst') term.nulls = 'first'
    else if (word === 'nullslast') term.nulls = 'last'
    else if (word !== 'asc') throw reader.fail('expected asc, desc, nullsfirst or nullslast')
  }
  return term
}
