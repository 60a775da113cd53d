// The member's own alarms, with the member's own rights: the same functions in loaders and in the browser.
import { asAppError, type Supabase } from '#app/session/supabase.ts'
import { alarmPageSize, type AlarmData, type AlarmKind } from '#shared/alarms.ts'

export type Alarm = {
  id: number
  kind: AlarmKind
  source_id: string
  data: AlarmData
  is_read: boolean
  created_at: string
}
export type AlarmCounts = { total: number; unread: number }

/**
 * Newest first, 100 a page (N02).
 * @param after id of the last alarm that is shown; null for the first page
 * @throws AppError
 */
export async function listAlarms(supabase: Supabase, after: number | null): Promise<Alarm[]> {
  const ordered = supabase
    .from('user_alarm')
    .select('id, kind, source_id, data, is_read, created_at')
    .order('id', { ascending: false })
    .limit(alarmPageSize)
  const { data, error } = await (after === null ? ordered : ordered.lt('id', after))
  if (error) throw asAppError(error)
  return data as Alarm[]
}

/**
 * Counts all of the member's alarms, and the unread ones (N03), with important notices since the last time. @throws
 * AppError
 */
export async function countAlarms(supabase: Supabase, memberId: string): Promise<AlarmCounts> {
  const received = await supabase.rpc('receive_notices')
  if (received.error) throw asAppError(received.error)
  const count = () =>
    supabase.from('user_alarm').select('id', { count: 'exact', head: true }).eq('user_id', memberId)
  const [all, unread] = await Promise.all([count(), count().eq('is_read', false)])
  const error = all.error ?? unread.error
  if (error) throw asAppError(error)
  return { total: all.count ?? 0, unread: unread.count ?? 0 }
}

/** @throws AppError */
export async function readAlarm(supabase: Supabase, id: number): Promise<void> {
  const { error } = await supabase.from('user_alarm').update({ is_read: true }).eq('id', id)
  if (error) throw asAppError(error)
}

/** Marks the alarms about one subject as read. @returns how many were unread before @throws AppError */
export async function readAlarmsAbout(
  supabase: Supabase,
  { kind, source_id: sourceId }: Pick<Alarm, 'kind' | 'source_id'>,
): Promise<number> {
  const { data, error } = await supabase
    .from('user_alarm')
    .update({ is_read: true })
    .eq('kind', kind)
    .eq('source_id', sourceId)
    .eq('is_read', false)
    .select('id')
  if (error) throw asAppError(error)
  return data.length
}

/** @throws AppError */
export async function readAllAlarms(supabase: Supabase, memberId: string): Promise<void> {
  const { error } = await supabase
    .from('user_alarm')
    .update({ is_read: true })
    .eq('user_id', memberId)
    .eq('is_read', false)
  if (error) throw asAppError(error)
}

/** Deletes all of the member's alarms. They can be restored for a day. @returns their ids @throws AppError */
export async function deleteAllAlarms(supabase: Supabase): Promise<number[]> {
  const { data, error } = await supabase.rpc('delete_alarms')
  if (error) throw asAppError(error)
  return data
}

/** @returns the restored ids @throws AppError */
export async function restoreAlarms(supabase: Supabase, ids: readonly number[]): Promise<number[]> {
  const { data, error } = await supabase.rpc('restore_alarms', { ids: [...ids] })
  if (error) throw asAppError(error)
  return data
}
