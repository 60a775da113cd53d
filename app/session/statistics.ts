import type { SessionAction } from '#shared/accounts.ts'
import type { Supabase } from './supabase.ts'

/** Logs what happened to a session (A11). A failure is written to the console and nothing else notices (O09). */
export async function logAction(
  supabase: Supabase,
  action: { detail: SessionAction; url: string; uuid: string | null },
): Promise<void> {
  const { error } = await supabase
    .from('statistic_log')
    .insert({ type: 'ACTION', type_detail: action.detail, url: action.url, uuid: action.uuid })
  if (error) console.error('The action could not be logged.', action.detail, error.message)
}
