import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { AppError } from '#shared/errors.ts'
import { showToast, type Toast } from '#app/ui/toast.tsx'
import type { Api } from './api.ts'
import { createMutation, type MutationState } from './mutation.ts'
import { useMember } from './root-data.ts'
import type { Supabase } from './supabase.ts'
import { useApi, useSupabase } from './use-api.ts'
import { describeError, useErrorToast } from './use-error-toast.ts'
import { useTranslation } from './words.tsx'

/** What a request is sent with. `uuid` is the member's id, or empty for a visitor. */
export type Call = { api: Api; uuid: string; supabase: () => Promise<Supabase>; key: string }

type Options = {
  /** The screen shows `problem` or `error` itself. Otherwise a toast shows the error. */
  isInline?: boolean
  /** The page's data reload after a success, and after an error that `isOver`. */
  revalidates?: boolean
  /** Another message for an error, in the page's language. Null for the usual one. */
  explain?: (error: AppError) => string | null
  /** Whether there is nothing left to send after this error, for example because somebody else was first. */
  isOver?: (error: AppError) => boolean
}

type Sending = {
  /** Instead of the option of the same name. */
  revalidates?: boolean
  /** Told after a success. */
  done?: string | Toast
  /** Shows the wanted state at once. @returns what reverts it after an error */
  show?: () => () => void
  /** Shows the error where it belongs, for example next to a field. */
  onError?: (text: string, error: AppError) => void
}

/**
 * The one way to send a request (decision 053): one at a time, with its pending state, its error and what is told.
 * `send` returns whether nothing is left to send, so that a dialog may close.
 */
export function useMutation(options: Options = {}) {
  const { t } = useTranslation('errors')
  const api = useApi()
  const supabase = useSupabase()
  const uuid = useMember()?.id ?? ''
  const showError = useErrorToast()
  const { revalidate } = useRevalidator()
  const [state, setState] = useState<MutationState>({ isPending: false, error: null })
  const [run] = useState(() => createMutation(setState))
  const textOf = (error: AppError) => options.explain?.(error) ?? describeError(t, error)

  async function send(work: (call: Call) => Promise<unknown>, sending: Sending = {}): Promise<boolean> {
    const { done, show, onError, revalidates = options.revalidates } = sending
    const error = await run({
      show,
      async work(key) {
        await work({ api, uuid, supabase, key })
        if (revalidates) await revalidate()
      },
    })
    if (error === null) {
      // Only now: an undo is a request too.
      if (done) showToast(typeof done === 'string' ? { message: done } : done)
      return true
    }
    if (error === 'pending') return false
    if (onError) onError(textOf(error), error)
    else if (!options.isInline) showError(error, textOf(error))
    if (!options.isOver?.(error)) return false
    if (revalidates) await revalidate()
    return true
  }

  return {
    send,
    isPending: state.isPending,
    error: state.error,
    /** The error in the page's language. */
    problem: state.error && textOf(state.error),
    clear: () => setState((now) => ({ ...now, error: null })),
  }
}

/**
 * A value that is shown as wanted while it is saved, and as it was after an error. Changes during a request are not
 * sent one by one: when it returns, the last one is.
 * @param save sends a value. @returns the saved one
 */
export function useSavedValue<Value>(
  first: Value,
  save: (wanted: Value, call: Call) => Promise<Value>,
  { done, ...options }: Options & Pick<Sending, 'done'> = {},
) {
  // What is changed while the page's data reload is another request.
  const { send } = useMutation({ ...options, revalidates: false })
  const { revalidate } = useRevalidator()
  const [shown, setShown] = useState(first)
  const saved = useRef(first)
  const wanted = useRef(first)
  const change = async (next: (now: Value) => Value) => {
    setShown((wanted.current = next(wanted.current)))
    const isOver = await send(
      async (call) => {
        for (let sent: Value | undefined; sent !== wanted.current;) {
          sent = wanted.current
          saved.current = await save(sent, call)
        }
        setShown((wanted.current = saved.current))
      },
      { show: () => () => setShown((wanted.current = saved.current)), ...(done ? { done } : {}) },
    )
    if (isOver && options.revalidates) await revalidate()
    return isOver
  }
  return [shown, change] as const
}
