import { useLocation, useNavigate } from 'react-router'
import { toAppError } from '#app/ui/to-app-error.ts'
import { signInPath } from '#app/session/redirects.ts'
import { useWords } from '#app/session/words.tsx'
import { showToast } from '#app/ui/toast.tsx'

/** Opens the sign-in page, which returns here. */
export function useAskToSignIn(): () => void {
  const { language } = useWords()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return () => void navigate(signInPath(language, { pathname, search }))
}

/** Shows an error; a member whose session ended is asked to sign in (P21). */
export function useFailure(): (error: unknown) => void {
  const { t } = useWords()
  const askToSignIn = useAskToSignIn()
  return (error) => {
    const code = toAppError(error).code
    showToast({
      message: t(`errors.${code}`),
      tone: 'error',
      ...(code === 'sign_in_required' ? { action: { label: t('site.signIn'), run: askToSignIn } } : {}),
    })
  }
}
