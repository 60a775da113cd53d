import { useMember } from '#app/session/root-data.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { useErrorToast } from '#app/session/use-error-toast.ts'
import { alarmActions, reloadAlarms } from './alarm-feed.ts'
import type { Alarm } from './alarms-data.ts'

type Actions = ReturnType<typeof alarmActions>

/** The member's actions on alarms; a failure shows a message. Each returns whether it succeeded. */
export function useAlarmActions() {
  const member = useMember()
  const getSupabase = useSupabase()
  const showError = useErrorToast()

  async function attempt(work: (actions: Actions) => Promise<void>): Promise<boolean> {
    try {
      await work(alarmActions(await getSupabase(), member?.id ?? ''))
      return true
    } catch (error) {
      showError(error)
      return false
    }
  }
  return {
    read: (alarm: Alarm) => attempt((actions) => actions.read(alarm)),
    readAll: () => attempt((actions) => actions.readAll()),
    reload: () =>
      attempt(async () => reloadAlarms(await getSupabase(), member?.id ?? '', { withList: true })),
  }
}
