import { Suspense, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { whenOnline } from '#app/session/chunk-errors.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { useMember } from '#app/session/root-data.ts'
import { isGuarded } from '#app/session/redirects.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { showToast } from '#app/ui/toast.tsx'
import { useTranslation } from '#app/session/words.tsx'

const SignOutQuestion = lazyWithRetry(() => import('./sign-out-question.tsx'))

export type SignOutScope = 'local' | 'others' | 'global'
type SignOut = {
  signOut: (scope?: SignOutScope) => Promise<void>
  /** The question about unsent texts, to be rendered. */
  question: ReactNode
}

/**
 * Signs out of this browser, or with `global` of all. Texts that only this browser has are asked about first. A failure
 * shows an error. Afterwards a visitor sees the same page, or home when it needs a member.
 */
export function useSignOut(): SignOut {
  const getSupabase = useSupabase()
  const member = useMember()
  const { language, t } = useTranslation('accounts')
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [asked, setAsked] = useState<{ scope: SignOutScope; count: number } | null>(null)

  // On a guarded page the guard would answer the signed-out reload with the sign-in page.
  const leave = async () =>
    isGuarded(pathname) || pathname.includes('/sign/') ? navigate(`/${language}`) : revalidate()

  async function end(scope: SignOutScope): Promise<void> {
    const { endSession } = await load()
    const hasEnded = await endSession({ supabase: await getSupabase(), member, scope, leave })
    if (hasEnded) showToast({ message: t('accounts.menu.signedOut') })
    else showToast({ message: t('accounts.menu.signOutFailed'), tone: 'error' })
  }

  return {
    async signOut(scope = 'local') {
      const count = member && scope !== 'others' ? await (await load()).sendOrCount(member.id) : 0
      if (count > 0) setAsked({ scope, count })
      else await end(scope)
    },
    // Out of the header, which may contain no headers of dialogs.
    question:
      asked &&
      createPortal(
        <Suspense>
          <SignOutQuestion
            count={asked.count}
            onConfirm={() => end(asked.scope).finally(() => setAsked(null))}
            onClose={() => setAsked(null)}
          />
        </Suspense>,
        document.body,
      ),
  }
}

const load = () => whenOnline(() => import('./end-session.ts'))
