import { useState, type Dispatch, type SetStateAction } from 'react'

/**
 * State that begins again when what it comes from changes. A field whose value stands in the address follows the address this way:
 * with a `key` it would be made anew, and would lose the focus.
 */
export function useResetState<Value>(
  initial: Value,
  source: unknown,
): [Value, Dispatch<SetStateAction<Value>>] {
  const [state, setState] = useState({ value: initial, source })
  const isNew = !Object.is(state.source, source)
  if (isNew) setState({ value: initial, source })
  const set: Dispatch<SetStateAction<Value>> = (next) =>
    setState((now) => ({
      ...now,
      value: typeof next === 'function' ? (next as (now: Value) => Value)(now.value) : next,
    }))
  return [isNew ? initial : state.value, set]
}
