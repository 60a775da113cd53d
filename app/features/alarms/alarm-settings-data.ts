import type { OptionalAlarm } from '#shared/optional-alarms.ts'
import { asAppError, type Supabase } from '#app/session/supabase.ts'

/** The kinds of alarms that the member switched off. @throws AppError */
export async function readMutedAlarms(supabase: Supabase): Promise<string[]> {
  const { data, error } = await supabase.rpc('read_muted_alarms')
  if (error) throw asAppError(error)
  return data
}

/** Switches off these kinds, and all others on. @throws AppError */
export async function muteAlarms(supabase: Supabase, kinds: readonly OptionalAlarm[]): Promise<void> {
  const { error } = await supabase.rpc('mute_alarms', { kinds: [...kinds] })
  if (error) throw asAppError(error)
}
