import type { QueryNode } from './query-tree.ts'
import { readSql, type ReadSql, type Source } from './read-sql.ts'
import { RestError } from './rest-error.ts'
import type { Schema, SqlFunction } from './schema-facts.ts'
import { exposed, identifier, type Parameters } from './sql-text.ts'

/** Arguments by name: JSON of a body, or texts of a query string. */
export type CallArguments =
  | { kind: 'json'; text: string; names: string[] }
  | { kind: 'texts'; values: Map<string, string> }

export type CallSql = { source: string; read: ReadSql }

/**
 * The one function of this name that takes exactly these arguments. Throws RestError PGRST202 (none; built-in functions
 * live in another schema and are not found either) or PGRST203 (several).
 */
export function findFunction(schema: Schema, name: string, given: string[]): SqlFunction {
  const overloads = schema.functions.get(name) ?? []
  const matching = overloads.filter(({ parameters }) => {
    const names = parameters.map((parameter) => parameter.name)
    return (
      given.every((one) => names.includes(one)) &&
      parameters.every(({ name: own, isRequired }) => !isRequired || given.includes(own))
    )
  })
  const [only, ...others] = matching
  if (only && others.length === 0) return only
  if (only) {
    throw new RestError(
      300,
      'PGRST203',
      `Could not choose the best candidate function between: ${matching.map(signature).join(', ')}`,
      null,
      'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    )
  }
  const list = given.length > 0 ? `(${given.join(', ')})` : ''
  throw new RestError(
    404,
    'PGRST202',
    `Could not find the function public.${name}${list} ${given.length > 0 ? '' : 'without parameters '}in the schema cache`,
    `Searched for the function public.${name} ${given.length > 0 ? `with parameter${given.length > 1 ? 's' : ''} ${given.join(', ')}` : 'without parameters'}, but no matches were found in the schema cache.`,
  )
}

/** A function that takes the whole body as its single unnamed json argument, if there is one. */
export function findBodyFunction(schema: Schema, name: string): SqlFunction | null {
  const overloads = schema.functions.get(name) ?? []
  return (
    overloads.find(
      ({ parameters: [first, ...others] }) =>
        first?.name === '' && others.length === 0 && /^jsonb?$/.test(first.type),
    ) ?? null
  )
}

/** Calls a function in a CTE named `source` and reads its rows with the request's select, filters and order. */
export function callSql(
  schema: Schema,
  parameters: Parameters,
  fn: SqlFunction,
  given: CallArguments | { kind: 'body'; text: string },
  node: QueryNode,
): CallSql {
  const { from, list } = argumentsSql(fn, given, parameters)
  const call = `${exposed(fn.name)}(${list})`
  const isRow = fn.returns === 'row'
  const columns = isRow ? 'call.*' : 'call.value'
  const source = `select ${columns} from ${from}lateral ${call} as call${isRow ? '' : '(value)'}`
  const relation = fn.relation === null ? null : (schema.relations.get(fn.relation) ?? null)
  const from0: Source = {
    name: fn.name,
    relation,
    columns: isRow && fn.columns.length > 0 ? fn.columns : null,
    from: 'source',
    alias: 't0',
  }
  return { source, read: readSql(schema, parameters, from0, node) }
}

function argumentsSql(
  fn: SqlFunction,
  given: CallArguments | { kind: 'body'; text: string },
  parameters: Parameters,
): { from: string; list: string } {
  if (given.kind === 'body')
    return { from: '', list: `${parameters.add(given.text)}::${fn.parameters[0]?.type ?? 'json'}` }
  if (given.kind === 'texts') {
    const list = fn.parameters
      .filter(({ name }) => given.values.has(name))
      .map(({ name, type }) => `${identifier(name)} := ${parameters.add(given.values.get(name))}::${type}`)
    return { from: '', list: list.join(', ') }
  }
  const passed = fn.parameters.filter(({ name }) => given.names.includes(name))
  if (passed.length === 0) return { from: '', list: '' }
  const definition = passed.map(({ name, type }) => `${identifier(name)} ${type}`).join(', ')
  return {
    from: `json_to_record(${parameters.add(given.text)}::json) as arguments(${definition}), `,
    list: passed.map(({ name }) => `${identifier(name)} := arguments.${identifier(name)}`).join(', '),
  }
}

function signature(fn: SqlFunction): string {
  return `public.${fn.name}(${fn.parameters.map(({ name, type }) => `${name} => ${type}`).join(', ')})`
}
