import { useRef, type FormEvent, type KeyboardEvent, type ReactNode } from 'react'
import { createEnterGate } from './composition.ts'

/**
 * A form whose Enter respects Hangul composition and whose submit never reloads the page. With `isBusy` a submit does nothing.
 * Fields announce themselves by `name`; `focusFirstError` moves to the first that is marked invalid.
 */
export function Form(props: { onSubmit: (form: HTMLFormElement) => void; isBusy?: boolean; children: ReactNode; className?: string | undefined; label?: string }) {
  const form = useRef<HTMLFormElement>(null)
  const composition = useEnterGate(() => form.current?.requestSubmit())

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!props.isBusy) props.onSubmit(event.currentTarget)
  }

  return (
    <form ref={form} noValidate className={props.className} aria-label={props.label} onSubmit={submit} {...composition}>
      {props.children}
    </form>
  )
}

/** Handlers for a form element of any kind: spread them on it. Enter in a text area stays a line break. */
export function useEnterGate(submit: () => void) {
  const latest = useRef(submit)
  latest.current = submit
  const gate = useRef<ReturnType<typeof createEnterGate>>(undefined)
  gate.current ??= createEnterGate(() => latest.current())
  const { current } = gate
  return {
    onCompositionStart: current.compositionStart,
    onCompositionEnd: (event: { target: EventTarget }) => {
      if (isSingleLine(event.target)) current.compositionEnd()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!isSingleLine(event.target)) return
      const { isComposing, keyCode } = event.nativeEvent
      if (current.keyDown({ key: event.key, isComposing, keyCode }) === 'prevent') event.preventDefault()
    },
    onKeyUp: current.keyUp,
  }
}

function isSingleLine(target: EventTarget): boolean {
  return target instanceof HTMLInputElement
}

/** Moves focus to the first field that is marked invalid, after errors have been shown. */
export function focusFirstError(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
