import { operatorsPageSize } from '#shared/operators.ts'
import type { ListLine, ListPage } from '#app/session/list-page.ts'
import { asAppError } from '#app/session/supabase.ts'

export type Page<Line extends ListLine> = ListPage<Line> & { next: Line['id'] | null }

type Answer = { data: unknown; error: { code?: string; message?: string } | null }

/** The result of a database function. @throws AppError */
export async function read<Result>(asked: PromiseLike<Answer>): Promise<Result> {
  const { data, error } = await asked
  if (error) throw asAppError(error)
  return data as Result
}

/** A page of lines, where the function gives one line more than a page has when there are more. @throws AppError */
export async function readPage<Line extends ListLine>(asked: PromiseLike<Answer>): Promise<Page<Line>> {
  const found = await read<Line[]>(asked)
  const lines = found.slice(0, operatorsPageSize)
  return { lines, next: found.length > operatorsPageSize ? lines.at(-1)!.id : null }
}

/** Leaves out null values, because the database functions default to null. */
export const given = <Value extends string | number>(
  name: string,
  value: Value | null,
): Record<string, Value> => (value === null ? {} : { [name]: value })
