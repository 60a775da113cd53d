import {
  conditionsMax,
  parseFilter,
  parseLogic,
  parseOrder,
  readField,
  type ConditionBudget,
} from './parse-filter.ts'
import { parseSelect } from './parse-select.ts'
import { embedName, emptyNode, type QueryNode } from './query-tree.ts'
import { notEmbedded, parseError } from './rest-error.ts'
import { defaultRestLimits, type RestLimits } from './rest-limits.ts'
import { TextReader } from './text-reader.ts'

export type ParsedRequest = {
  node: QueryNode
  /** True when the parameter select was given. */
  hasSelect: boolean
  columns: string[] | null
  onConflict: string[] | null
}

/**
 * The parameters of a request as a tree. Keys in `reserved` (arguments of a function) are skipped. Throws RestError:
 * PGRST100 for grammar, PGRST108 for a filter on a relation that is not embedded.
 */
export function parseRequest(
  parameters: [string, string][],
  reserved: ReadonlySet<string> = new Set(),
  limits: RestLimits = defaultRestLimits,
): ParsedRequest {
  const own = parameters.filter(([key]) => !reserved.has(key))
  const select = lastOf(own, 'select')
  const node = emptyNode()
  node.select = parseSelect(select ?? '*', limits.embedDepthMax)
  const budget: ConditionBudget = { left: conditionsMax }
  for (const [key, value] of own) {
    if (key !== 'select' && key !== 'columns' && key !== 'on_conflict')
      applyParameter(node, key, value, budget)
  }
  return {
    node,
    hasSelect: select !== undefined,
    columns: parseNames(lastOf(own, 'columns'), 'columns parameter'),
    onConflict: parseNames(lastOf(own, 'on_conflict'), 'on_conflict parameter'),
  }
}

function applyParameter(root: QueryNode, key: string, value: string, budget: ConditionBudget): void {
  const { path, last } = splitKey(key)
  const isNegated = path.at(-1) === 'not' && (last === 'and' || last === 'or')
  if (isNegated) path.pop()
  const node = path.reduce((parent, name) => findEmbed(parent, name), root)
  switch (last) {
    case 'order':
      node.order = parseOrder(value)
      return
    case 'limit':
      node.limit = parseCount(value, 'limit')
      return
    case 'offset':
      node.offset = parseCount(value, 'offset') ?? 0
      return
    case 'and':
    case 'or':
      node.conditions.push(parseLogic(last, isNegated, value, budget))
      return
    default: {
      const reader = new TextReader(last, `filter (${key.slice(0, 80)})`)
      const field = readField(reader)
      if (!reader.isAtEnd) throw reader.fail('unexpected sign')
      node.conditions.push(parseFilter(field, value, budget))
    }
  }
}

/** `author.books.title` -> path [author, books] and last `title`; dots inside quotes or after an arrow do not split. */
function splitKey(key: string): { path: string[]; last: string } {
  const reader = new TextReader(key, `key (${key.slice(0, 80)})`)
  const path: string[] = []
  for (;;) {
    const start = reader.position
    const name = reader.readName()
    if (!reader.take('.')) return { path, last: key.slice(start) }
    path.push(name)
  }
}

function findEmbed(parent: QueryNode, name: string): QueryNode {
  for (const item of parent.select) {
    if (item.kind === 'embed' && (embedName(item) === name || item.target === name)) return item.node
  }
  throw notEmbedded(name)
}

function parseCount(text: string, parameter: string): number | null {
  if (text === '' || text === 'null') return null
  if (!/^\d{1,15}$/.test(text)) throw parseError(`${parameter} parameter`, 'expected a whole number')
  return Number(text)
}

function parseNames(text: string | undefined, parameter: string): string[] | null {
  if (text === undefined || text === '') return null
  const reader = new TextReader(text, parameter)
  const names: string[] = []
  do {
    names.push(reader.readName(','))
    reader.skipSpace()
  } while (reader.take(','))
  if (!reader.isAtEnd) throw reader.fail('unexpected sign')
  return [...new Set(names)]
}

function lastOf(parameters: [string, string][], key: string): string | undefined {
  return parameters.findLast(([name]) => name === key)?.[1]
}
