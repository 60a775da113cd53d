import {
  useRef,
  useState,
  type CompositionEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { createEnterGate } from './composition.ts'

/**
 * A form whose Enter respects Hangul composition and whose submit never reloads the page. With `isBusy`, and until the
 * promise of the last `onSubmit` settles, a submit does nothing. Fields have a `name`; `focusFirstError` focuses the first invalid one.
 * `pressed` is the value of the button, for a form that can be sent in two ways; empty for Enter.
 */
export function Form(props: {
  onSubmit: (form: HTMLFormElement, pressed: string) => unknown
  isBusy?: boolean
  children: ReactNode
  className?: string | undefined
  label?: string
  /** For a submit button outside the form: its `form` attribute. */
  id?: string
}) {
  const composition = useEnterGate()
  // A second submit may come before the first is rendered, for example while its check loads.
  const isSubmitting = useRef(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (props.isBusy || isSubmitting.current) return
    isSubmitting.current = true
    try {
      await props.onSubmit(event.currentTarget, valueOf(event))
    } finally {
      isSubmitting.current = false
    }
  }

  return (
    <form
      noValidate
      // Submitted before hydration, such a form does nothing. Any other method would reload the page and lose the
      // input.
      method="dialog"
      id={props.id}
      className={props.className}
      aria-label={props.label}
      onSubmit={(event) => void submit(event)}
      {...composition}
    >
      {props.children}
    </form>
  )
}

const valueOf = ({ nativeEvent }: FormEvent): string =>
  (nativeEvent as SubmitEvent).submitter?.getAttribute('value') ?? ''

/** Handlers for a form element of any kind: spread them on it. Enter in a text area stays a line break. */
export function useEnterGate() {
  const [gate] = useState(createEnterGate)
  return {
    onCompositionStart: () => gate.compositionStart(),
    onCompositionEnd: ({ target }: CompositionEvent) => {
      if (target instanceof HTMLInputElement && gate.compositionEnd() === 'submit')
        target.form?.requestSubmit()
    },
    onKeyDown: (event: KeyboardEvent) => {
      const { target } = event
      if (!(target instanceof HTMLInputElement)) return
      const { isComposing, keyCode } = event.nativeEvent
      const decision = gate.keyDown({ key: event.key, isComposing, keyCode })
      if (decision !== 'native') event.preventDefault()
      if (decision === 'submit') target.form?.requestSubmit()
    },
    onKeyUp: (event: KeyboardEvent) => gate.keyUp(event),
  }
}

/** Moves focus to the first field that is marked invalid, after errors have been shown. Of a group of choices, which takes no focus, to its first. */
export function focusFirstError(form: HTMLFormElement): void {
  requestAnimationFrame(() => findFirstError(form)?.focus())
}

/** The first field that is marked invalid; null without one. */
export const findFirstError = (form: HTMLFormElement): HTMLElement | null =>
  form.querySelector('[aria-invalid="true"]:not(fieldset), fieldset[aria-invalid="true"] input')
