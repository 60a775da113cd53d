import type { AppError } from '#shared/errors.ts'
import { toAppError } from '#app/ui/to-app-error.ts'

/** `error` is that of the last request; it goes with the next one. */
export type MutationState = { isPending: boolean; error: AppError | null }

type Request = {
  /** @param key stays the same until a request succeeds: a repeat is recognised by it */
  work: (key: string) => Promise<void>
  /** Shows the wanted state before the answer. @returns what reverts it */
  show?: (() => () => void) | undefined
}

/**
 * Sends one request at a time. A second press may arrive before the first is rendered, so this does not depend on React.
 * @returns a function that sends. Its result is null after a success, the error, or `pending` when it sent nothing
 */
export function createMutation(onChange: (state: MutationState) => void) {
  let isPending = false
  let key: string | null = null
  return async ({ work, show }: Request): Promise<AppError | 'pending' | null> => {
    if (isPending) return 'pending'
    isPending = true
    onChange({ isPending, error: null })
    const revert = show?.()
    let error: AppError | null = null
    try {
      key ??= crypto.randomUUID()
      await work(key)
      key = null
    } catch (thrown) {
      error = toAppError(thrown)
      revert?.()
    }
    isPending = false
    onChange({ isPending, error })
    return error
  }
}
