import { emptyNode, type Aggregate, type Field, type SelectEmbed, type SelectItem } from './query-tree.ts'
import { parseError } from './rest-error.ts'
import { defaultRestLimits } from './rest-limits.ts'
import { TextReader } from './text-reader.ts'

const selectItemsMax = 300
const castPattern = /^[A-Za-z_][A-Za-z0-9_]*( [A-Za-z_][A-Za-z0-9_]*){0,4}(\[\])?$/

/** The remaining budget of the whole parameter. */
type Counter = { left: number; embedDepthMax: number }

/**
 * Parses `id,name:title,author(nickname),data->>city::text,pages.sum()`, the parameter select. Throws RestError
 * PGRST100.
 */
export function parseSelect(text: string, embedDepthMax = defaultRestLimits.embedDepthMax): SelectItem[] {
  const reader = new TextReader(text, 'select parameter')
  const counter = { left: selectItemsMax, embedDepthMax }
  const items = readItems(reader, 0, counter)
  if (!reader.isAtEnd) throw reader.fail('unexpected sign')
  return items
}

function readItems(reader: TextReader, depth: number, counter: Counter): SelectItem[] {
  const { embedDepthMax } = counter
  if (depth > embedDepthMax) throw parseError('select parameter', `embeds nest at most ${embedDepthMax} deep`)
  const items: SelectItem[] = []
  reader.skipSpace()
  if (reader.isAtEnd || reader.startsWith(')')) return items
  do {
    if (--counter.left < 0) throw parseError('select parameter', `at most ${selectItemsMax} items`)
    items.push(readItem(reader, depth, counter))
    reader.skipSpace()
  } while (reader.take(','))
  return items
}

function readItem(reader: TextReader, depth: number, counter: Counter): SelectItem {
  reader.skipSpace()
  if (reader.take('*')) return { kind: 'all' }
  const isSpread = reader.take('...')
  let alias: string | null = null
  let name = reader.readName()
  if (!reader.startsWith('::') && reader.take(':')) {
    alias = name
    name = reader.readName()
  }
  if (name === 'count' && reader.take('()')) {
    const aggregate: Aggregate = { name: 'count', cast: readCast(reader) }
    return { kind: 'column', field: null, alias, cast: null, aggregate }
  }
  if (reader.startsWith('!') || reader.startsWith('(')) {
    return readEmbed(reader, { target: name, alias, isSpread }, depth, counter)
  }
  if (isSpread) throw reader.fail('expected an embedded relation after ...')
  const field = { column: name, steps: readSteps(reader) }
  const cast = readCast(reader)
  return { kind: 'column', field, alias, cast, aggregate: readAggregate(reader) }
}

function readEmbed(
  reader: TextReader,
  named: { target: string; alias: string | null; isSpread: boolean },
  depth: number,
  counter: Counter,
): SelectEmbed {
  let hint: string | null = null
  let isInner = false
  while (reader.take('!')) {
    const word = reader.readName()
    if (word === 'inner') isInner = true
    else if (word !== 'left') hint = word
  }
  reader.expect('(')
  const node = emptyNode()
  node.select = readItems(reader, depth + 1, counter)
  reader.skipSpace()
  reader.expect(')')
  return { kind: 'embed', ...named, hint, isInner, node }
}

/** `->a->>b`, `->0`: a path into JSON. */
export function readSteps(reader: TextReader): Field['steps'] {
  const steps: Field['steps'] = []
  for (;;) {
    const isText = reader.take('->>')
    if (!isText && !reader.take('->')) return steps
    if (steps.length >= 10) throw reader.fail('too many steps into JSON')
    steps.push({ isText, key: reader.readName() })
  }
}

function readCast(reader: TextReader): string | null {
  if (!reader.take('::')) return null
  const cast = reader.readUntil(',).').trim()
  if (!castPattern.test(cast)) throw reader.fail('expected the name of a type')
  return cast
}

/** `.sum()::text` after a column. */
function readAggregate(reader: TextReader): Aggregate | null {
  const match = /^\.(sum|avg|min|max|count)\(\)/.exec(reader.text.slice(reader.position))
  if (!match) return null
  reader.position += match[0].length
  return { name: match[1] as Aggregate['name'], cast: readCast(reader) }
}
