import type { ListPage } from '#app/session/list-page.ts'
import { asAppError, type Supabase } from '#app/session/supabase.ts'
import { nameSpenders, type Spender } from './name-spenders.ts'
import { kindOf, searchOf } from './searched.ts'

export const usageKinds = ['token', 'image'] as const
export type UsageKind = (typeof usageKinds)[number]

/** One movement of one bucket, as stored in the ledger. */
export type UsageLine = {
  id: number
  kind: string
  bucket: string
  amount: number
  balance_after: number
  created_at: string
  /** The item it was spent on, while that exists. */
  title: string | null
  /** Where that is read, without the language. */
  path: string | null
  /** The team member who spent it; null for the member. */
  by: Spender | null
  /** The member spent it from the tokens of a team. */
  isOfTeam: boolean
}

export type UsageHistory = ListPage<UsageLine> & { total: number; next: number | null }

const pageSize = 30

/**
 * A page of the member's movements, newest first (M13). @param before the last id of the page before; null for the first page
 * @throws AppError
 */
export async function listUsageHistory(
  supabase: Supabase,
  memberId: string,
  kind: UsageKind,
  before: number | null,
): Promise<UsageHistory> {
  const list = kind === 'token' ? 'list_token_movements' : 'list_image_movements'
  const [page, count] = await Promise.all([
    supabase.rpc(list, { rows_max: pageSize + 1, ...(before === null ? {} : { before_id: before }) }),
    supabase.rpc('count_movements').maybeSingle(),
  ])
  if (page.error) throw asAppError(page.error)
  if (count.error) throw asAppError(count.error)
  const rows = page.data.slice(0, pageSize)
  const [texts, runs, searches, spenders] = await Promise.all([
    nameTexts(supabase, idsOf(rows.map((row) => row.tool_use_id))),
    nameRuns(supabase, idsOf(rows.map((row) => row.prompt_use_id))),
    nameSearches(supabase, idsOf(rows.map((row) => searchOf(row.idempotency_key)))),
    nameSpenders(supabase, memberId, rows),
  ])
  const lines = rows.map((row) => {
    const {
      tool_use_id: textId,
      prompt_use_id: runId,
      spender_id: by,
      user_id: owner,
      idempotency_key: idempotencyKey,
      ...line
    } = row
    return {
      ...line,
      isOfTeam: owner !== memberId,
      by: spenders.get(by) ?? null,
      kind: kindOf(line.kind, idempotencyKey),
      ...(texts.get(textId ?? 0) ??
        runs.get(runId ?? 0) ??
        searches.get(searchOf(idempotencyKey) ?? 0) ?? { title: null, path: null }),
    }
  })
  return {
    lines,
    total: count.data?.[kind] ?? 0,
    next: page.data.length > pageSize ? lines.at(-1)!.id : null,
  }
}

/** `kind` replaces the movement's own. */
type Named = Map<number, { title: string | null; path: string; kind?: string }>

const idsOf = (ids: readonly (number | null)[]) => [...new Set(ids.flatMap((id) => id ?? []))]

async function nameTexts(supabase: Supabase, ids: number[]): Promise<Named> {
  if (ids.length === 0) return new Map()
  const { data, error } = await supabase.from('tool_use').select('id, title, tool').in('id', ids)
  if (error) throw asAppError(error)
  return new Map(
    data.map(({ id, title, tool }) => [
      id,
      { title: title || null, path: `/tool/use?tool=${tool}&id=${id}` },
    ]),
  )
}

async function nameRuns(supabase: Supabase, ids: number[]): Promise<Named> {
  if (ids.length === 0) return new Map()
  const { data, error } = await supabase
    .from('prompt_use')
    .select('id, prompt_use_id, prompt_id')
    .in('id', ids)
  if (error) throw asAppError(error)
  const promptIds = idsOf(data.map((run) => run.prompt_id))
  const prompts = promptIds.length > 0 ? await supabase.rpc('name_used_prompts', { ids: promptIds }) : null
  if (prompts?.error) throw asAppError(prompts.error)
  return new Map(
    data.map((run) => [
      run.id,
      {
        title: prompts?.data.find(({ id }) => id === run.prompt_id)?.title ?? null,
        path: `/prompt/use?run=${run.prompt_use_id ?? run.id}`,
      },
    ]),
  )
}

async function nameSearches(supabase: Supabase, ids: number[]): Promise<Named> {
  if (ids.length === 0) return new Map()
  const { data, error } = await supabase.from('keyword_search').select('id, keyword, kind').in('id', ids)
  if (error) throw asAppError(error)
  return new Map(
    data.map(({ id, keyword, kind }) => [
      id,
      {
        title: keyword,
        path: `/tool/keyword?${new URLSearchParams({ keyword })}`,
        ...(kind === 'brief' ? { kind } : {}),
      },
    ]),
  )
}
