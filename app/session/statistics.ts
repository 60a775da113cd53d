import type { SessionAction } from '#shared/accounts.ts'
import { pageView, visitedCookie, type PaymentAction, type PromptAction } from '#shared/visits.ts'
import { readCookie } from './language.ts'
import type { SupabaseConfig, Supabase } from './supabase.ts'

type LogRow = { type: 'VIEW' | 'ACTION'; type_detail: string; url: string; uuid: string | null }

type View = {
  backend: SupabaseConfig
  /** Of a member; visitors have none, since they never load supabase-js. */
  supabase: Promise<Supabase> | null
  path: string
  memberId: string | null
}

/** Logs what happened to a session (A11), to a prompt (P29) or to a payment (O07). A failure is written to the console and nothing else notices (O09). */
export async function logAction(
  supabase: Supabase,
  action: { detail: SessionAction | PromptAction | PaymentAction; url: string; uuid: string | null },
): Promise<void> {
  await log(supabase, { type: 'ACTION', type_detail: action.detail, url: action.url, uuid: action.uuid })
}

/**
 * Logs a page view: unique once a day, then as a page view (O06). Paths only: a query may contain codes. Browser only;
 * never throws (O09).
 */
export async function logPageView(view: View): Promise<void> {
  const isKnown = readCookie(document.cookie, visitedCookie.name) !== undefined
  if (!isKnown) document.cookie = visitedCookie.text
  const row: LogRow = { type: 'VIEW', type_detail: pageView(isKnown), url: view.path, uuid: view.memberId }
  try {
    await (view.supabase ? log(await view.supabase, row) : send(view.backend, 'statistic_log', row))
  } catch (error) {
    complain(row, error)
  }
}

/**
 * Counts a visit of a prompt, and records it (P17, P29). The database decides which visits count. Browser only; never
 * throws (O09).
 */
export async function logPromptView(view: View, promptId: number): Promise<void> {
  const row: LogRow = { type: 'ACTION', type_detail: 'PROMPT_VIEW', url: view.path, uuid: view.memberId }
  const visit = { prompt_id: promptId, user_id: view.memberId }
  try {
    if (view.supabase) {
      const supabase = await view.supabase
      const { error } = await supabase.from('prompt_view').insert(visit)
      if (error) complain(row, error.message)
      await log(supabase, row)
    } else
      await Promise.all([send(view.backend, 'prompt_view', visit), send(view.backend, 'statistic_log', row)])
  } catch (error) {
    complain(row, error)
  }
}

async function log(supabase: Supabase, row: LogRow): Promise<void> {
  try {
    const { error } = await supabase.from('statistic_log').insert(row)
    if (error) complain(row, error.message)
  } catch (error) {
    complain(row, error)
  }
}

/** The one kind of call that a visitor's browser makes itself: PostgREST's insert without an answer. */
async function send(
  backend: SupabaseConfig,
  table: 'statistic_log' | 'prompt_view',
  row: object,
): Promise<void> {
  const response = await fetch(`${backend.url}/rest/v1/${table}`, {
    method: 'POST',
    headers: { apikey: backend.key, 'content-type': 'application/json', prefer: 'return=minimal' },
    body: JSON.stringify(row),
    keepalive: true,
    priority: 'low',
  })
  if (!response.ok) throw new Error(`${table}: ${response.status}`)
}

const complain = (row: LogRow, error: unknown): void =>
  console.warn('This could not be logged.', row.type_detail, error)
