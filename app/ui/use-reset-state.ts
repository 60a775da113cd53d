import { useState, type Dispatch, type SetStateAction } from 'react'

/**
 * State that resets when its source changes. A field whose value is in the address follows the address this way.
 * With a `key` the field would be created again and would lose the focus.
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
