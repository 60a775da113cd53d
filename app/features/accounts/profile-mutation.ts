import type { ProfileUpdate } from '#shared/accounts.ts'
import { whenOnline } from '#app/session/chunk-errors.ts'
import type { MemberRecord } from '#app/session/session.ts'
import { useMutation, type Call } from '#app/session/use-mutation.ts'
import { useResetState } from '#app/ui/use-reset-state.ts'
import { useTranslation } from '#app/session/words.tsx'
import type { ProfileChange } from './profile-data.ts'

/** The member on the screen: as the page loaded it, with the fields that were saved since. */
export function useProfile(stored: MemberRecord) {
  // Newer loader data contain the saved values, and changes from elsewhere.
  const [merged, setMerged] = useResetState<ProfileChange>({}, stored)
  const member: MemberRecord = { ...stored, ...merged }
  return {
    member,
    async save(change: ProfileUpdate, { api, supabase }: Call): Promise<void> {
      const { updateProfile } = await whenOnline(() => import('./profile-data.ts'))
      const changed = await updateProfile(api, await supabase(), member, change)
      setMerged((before) => ({ ...before, ...changed }))
    },
  }
}

export type SaveProfile = ReturnType<typeof useProfile>['save']

/** Saves a field of the member and says so. Its error is shown next to the field. */
export function useProfileMutation() {
  const { t } = useTranslation('my')
  const { send, ...sending } = useMutation({
    isInline: true,
    revalidates: true,
    explain: ({ words }) => words ?? t('my.setting.failed'),
  })
  return {
    ...sending,
    send: (work: (call: Call) => Promise<void>, onError?: (text: string) => void) =>
      send(work, { done: t('my.setting.saved'), ...(onError ? { onError } : {}) }),
  }
}
