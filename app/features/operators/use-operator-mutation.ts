import { useMutation } from '#app/session/use-mutation.ts'
import { useTranslation } from '#app/session/words.tsx'

/**
 * Sends an operator's decision and reloads the page's data. `send` also returns true when another operator decided
 * first, which the page then shows.
 */
export function useOperatorMutation() {
  const { t } = useTranslation('operators')
  return useMutation({
    revalidates: true,
    isOver: ({ code }) => code === 'not_found',
    explain: ({ code }) => (code === 'not_found' ? t('operators.decided') : null),
  })
}
