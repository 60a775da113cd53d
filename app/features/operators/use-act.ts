import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { toAppError } from '#app/ui/to-app-error.ts'
import type { Supabase } from '#app/session/supabase.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { showToast } from '#app/ui/toast.tsx'
import { useOperatorsWords } from './operators-words.ts'

/**
 * `decided`: another operator was first, and the page shows the decision. `failed`: nothing happened, and the input can
 * be sent again.
 */
export type ActOutcome = 'done' | 'decided' | 'failed'

/**
 * Performs one action at a time. It reloads the page's data after a success, or when another operator decided first.
 */
export function useAct() {
  const { t } = useOperatorsWords()
  const getSupabase = useSupabase()
  const revalidator = useRevalidator()
  const [isBusy, setIsBusy] = useState(false)
  // A second press may arrive before the first is rendered.
  const isRunning = useRef(false)

  async function act(work: (supabase: Supabase) => Promise<unknown>, told?: string): Promise<ActOutcome> {
    if (isRunning.current) return 'failed'
    isRunning.current = true
    setIsBusy(true)
    try {
      await work(await getSupabase())
      if (told) showToast({ message: told })
      await revalidator.revalidate()
      return 'done'
    } catch (error) {
      const code = toAppError(error).code
      const isDecided = code === 'not_found'
      showToast({ message: isDecided ? t('operators.decided') : t(`errors.${code}`), tone: 'error' })
      if (isDecided) await revalidator.revalidate()
      return isDecided ? 'decided' : 'failed'
    } finally {
      isRunning.current = false
      setIsBusy(false)
    }
  }

  return { act, isBusy }
}
