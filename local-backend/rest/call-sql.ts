import { closestName } from './closest-name.ts'
import type { ReadSql } from './compiler.ts'
import type { QueryNode } from './query-tree.ts'
import { readSql } from './read-sql.ts'
import { RestError } from './rest-error.ts'
import type { FunctionParameter, Schema, SqlFunction } from './schema-facts.ts'
import { returnedRows, type Source } from './source.ts'
import { arrayLiteral, exposed, identifier, type Parameters } from './sql-text.ts'

/** Arguments by name: JSON of a body, or texts of a query string. Or the whole body as the only argument. */
export type CallArguments =
  | { kind: 'json'; text: string; names: string[] }
  | { kind: 'texts'; values: Map<string, string[]> }
  | { kind: 'body'; text: string }

export type CallSql = { source: string; read: ReadSql }

/**
 * Finds the one function of this name with exactly these arguments. For the body of a POST, a function with the whole
 * body as its single unnamed argument is the alternative. `bodyType` is json or the type of another body, null for a
 * query string.
 * Throws RestError PGRST202 (none; built-in functions are in another schema and are not found either) or PGRST203
 * (several).
 */
export function findFunction(
  schema: Schema,
  name: string,
  given: string[],
  bodyType: string | null,
): SqlFunction {
  const overloads = schema.functions.get(name) ?? []
  // Only JSON has named arguments.
  const isNamed = bodyType === null || bodyType === 'json'
  const named = isNamed ? overloads.filter(({ parameters }) => takes(parameters, given)) : []
  const matching =
    named.length > 0 || bodyType === null ? named : overloads.filter((one) => takesBody(one, bodyType))
  const [only, ...others] = matching.toSorted((one, other) => (typesOf(one) < typesOf(other) ? -1 : 1))
  if (only && others.length === 0) return only
  if (!only) throw notFound(schema, name, given, bodyType)
  throw new RestError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${[only, ...others].map(signature).join(', ')}`,
    null,
    'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  )
}

function takes(parameters: FunctionParameter[], given: string[]): boolean {
  const names = parameters.map((parameter) => parameter.name)
  return (
    given.every((one) => one !== '' && names.includes(one)) &&
    parameters.every(({ name, isRequired }) => !isRequired || (name !== '' && given.includes(name)))
  )
}

/** Whether the whole body, of this type, is its single argument. */
export function takesBody({ parameters: [first, ...others] }: SqlFunction, bodyType: string): boolean {
  if (first?.name !== '' || others.length > 0) return false
  return first.type === bodyType || (bodyType === 'json' && first.type === 'jsonb')
}

const typesOf = ({ parameters }: SqlFunction) => parameters.map(({ type }) => type).join()

function notFound(schema: Schema, name: string, given: string[], bodyType: string | null): RestError {
  const unnamed = bodyType === 'json' ? 'json/jsonb' : bodyType
  const shown = `public.${name.slice(0, 100)}`
  const list = given.toSorted().join(', ')
  const overloads = schema.functions.get(name)
  const meant = overloads ? null : closestName(name, schema.functions.keys())
  const searched =
    given.length > 0 ? ` with parameter${given.length > 1 ? 's' : ''} ${list}` : ' without parameters'
  const own = overloads?.[0]?.parameters.map((one) => one.name).toSorted()
  return new RestError(
    404,
    'PGRST202',
    `Could not find the function ${shown}${given.length > 0 ? `(${list})` : ' without parameters'} in the schema cache`,
    `Searched for the function ${shown}${searched}${bodyType === null ? '' : ` or with a single unnamed ${unnamed} parameter`}, but no matches were found in the schema cache.`,
    own
      ? `Perhaps you meant to call the function ${shown}(${own.join(', ')})`
      : meant && `Perhaps you meant to call the function public.${meant}`,
  )
}

/** Calls a function in a CTE named `source` and reads its rows with the request's select, filters and order. */
export function callSql(
  schema: Schema,
  parameters: Parameters,
  fn: SqlFunction,
  given: CallArguments,
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
    from: returnedRows,
    alias: 't0',
  }
  return { source, read: readSql(schema, parameters, from0, node) }
}

function argumentsSql(
  fn: SqlFunction,
  given: CallArguments,
  parameters: Parameters,
): { from: string; list: string } {
  if (given.kind === 'body')
    return { from: '', list: `${parameters.add(given.text)}::${fn.parameters[0]?.type ?? 'json'}` }
  if (given.kind === 'texts') {
    const list = fn.parameters.flatMap((parameter) => {
      const values = given.values.get(parameter.name)
      if (!values) return []
      // For a variadic parameter each occurrence is an element; for any other the last one counts.
      const text = parameter.isVariadic ? arrayLiteral(values) : (values.at(-1) ?? '')
      return [argumentSql(parameter, `${parameters.add(text)}::${parameter.type}`)]
    })
    return { from: '', list: list.join(', ') }
  }
  const passed = fn.parameters.filter(({ name }) => given.names.includes(name))
  if (passed.length === 0) return { from: '', list: '' }
  const definition = passed.map(({ name, type }) => `${identifier(name)} ${type}`).join(', ')
  return {
    from: `json_to_record(${parameters.add(given.text)}::json) as arguments(${definition}), `,
    list: passed.map((one) => argumentSql(one, `arguments.${identifier(one.name)}`)).join(', '),
  }
}

function argumentSql({ name, isVariadic }: FunctionParameter, value: string): string {
  return `${isVariadic ? 'variadic ' : ''}${identifier(name)} := ${value}`
}

function signature(fn: SqlFunction): string {
  return `public.${fn.name}(${fn.parameters.map(({ name, type }) => `${name} => ${type}`).join(', ')})`
}
