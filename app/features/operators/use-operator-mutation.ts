import { useMutation } from '#app/session/use-mutation.ts'
import { useOperatorsWords } from './operators-words.ts'

/**
 * Sends an operator's decision and reloads the page's data. `send` also returns true when another operator decided
 * first, which the page then shows.
 */
export function useOperatorMutation() {
  const { t } = useOperatorsWords()
  return useMutation({
    revalidates: true,
    isOver: ({ code }) => code === 'not_found',
    explain: ({ code }) => (code === 'not_found' ? t('operators.decided') : null),
  })
}
