import type { OptionalAlarm, OptionalEmail } from '#shared/optional-alarms.ts'
import { asAppError, type Supabase } from '#app/session/supabase.ts'

/** The kinds of alarms and of e-mails that the member switched off. @throws AppError */
export async function readMuted(supabase: Supabase): Promise<{ alarms: string[]; emails: string[] }> {
  const [alarms, emails] = await Promise.all([
    supabase.rpc('read_muted_alarms'),
    supabase.rpc('read_muted_emails'),
  ])
  const failure = alarms.error ?? emails.error
  if (failure) throw asAppError(failure)
  return { alarms: alarms.data ?? [], emails: emails.data ?? [] }
}

/** Switches off these kinds, and all others on. @throws AppError */
export async function mute(
  supabase: Supabase,
  { alarms, emails }: { alarms: readonly OptionalAlarm[]; emails: readonly OptionalEmail[] },
): Promise<void> {
  const { error } = await supabase.rpc('mute_alarms', { kinds: [...alarms], emails: [...emails] })
  if (error) throw asAppError(error)
}
