import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { useMember } from '#app/session/root-data.ts'
import { isGuarded } from '#app/session/redirects.ts'
import { notifyPages } from '#app/session/signed-in.ts'
import { logAction } from '#app/session/statistics.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { showToast } from '#app/ui/toast.tsx'
import { useAccountsWords } from './accounts-words.ts'

export type SignOutScope = 'local' | 'others' | 'global'

/**
 * Signs out of this browser, or with `global` of all. supabase-js treats 401, 403 and 404 as success (A18).
 * Any other failure leaves the session and shows an error. Afterwards a visitor sees the same page, or home when it
 * needs a member.
 */
export function useSignOut(): (scope?: SignOutScope) => Promise<void> {
  const getSupabase = useSupabase()
  const member = useMember()
  const { language, t } = useAccountsWords()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()

  return async (scope = 'local') => {
    const supabase = await getSupabase()
    if (member)
      await logAction(supabase, { detail: 'SIGN_OUT', url: window.location.pathname, uuid: member.uuid })
    const { error } = await supabase.auth.signOut({ scope })
    if (error) {
      showToast({ message: t('accounts.menu.signOutFailed'), tone: 'error' })
      return
    }
    // Navigates first: on a guarded page the guard would answer the signed-out reload with the sign-in page.
    if (isGuarded(pathname) || pathname.includes('/sign/')) await navigate(`/${language}`)
    else await revalidate()
    if (scope !== 'others') notifyPages('signed-out')
    showToast({ message: t('accounts.menu.signedOut') })
  }
}
