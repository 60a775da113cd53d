import { useNavigate } from 'react-router'
import type { AppError } from '#shared/errors.ts'
import { toAppError } from '#app/ui/to-app-error.ts'
import { showToast } from '#app/ui/toast.tsx'
import { signInPath } from './redirects.ts'
import { type Translate, useTranslation } from './words.tsx'

/** The message of an error: the server's own, which is in the page's language, or that of its code. */
export const describeError = (t: Translate<'errors'>, { code, detail, words }: AppError): string =>
  words ?? t(`errors.${code}`, { count: detail?.count ?? 0 })

/** Opens the sign-in page, which returns here. */
export function useAskToSignIn(): () => void {
  const { language } = useTranslation()
  const navigate = useNavigate()
  // The browser's address: the router does not know that of a text that began on this page.
  return () => void navigate(signInPath(language, window.location))
}

/** Shows an error until it is closed. A member whose session ended is asked to sign in (P21). */
export function useErrorToast(): (error: unknown, text?: string) => void {
  const { t } = useTranslation('errors')
  const askToSignIn = useAskToSignIn()
  return (thrown, text) => {
    const error = toAppError(thrown)
    showToast({
      message: text ?? describeError(t, error),
      tone: 'error',
      ...(error.code === 'sign_in_required' ? { action: { label: t('site.signIn'), run: askToSignIn } } : {}),
    })
  }
}
