// Input and presses from before hydration count after it. React resets the fields of a hydrated page to the server's
// values.
// React does not receive presses before it listens, and drops presses on a boundary that is not hydrated yet.
// Only presses that do nothing without scripts are stored: plain buttons and forms without a target. All others work by
// themselves.

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type EarlyInput = {
  fields: Map<Field, string | boolean>
  /** The fields whose last value React has received. */
  received: Set<Field>
  /** The last press that React has not received: a button, or a form that was submitted without one. */
  pressed: HTMLElement | null
  isReactListening: boolean
  /** The composed path of the element that had the focus last. */
  focused: EventTarget[]
  /** React has received the input. Presses are no longer delayed, except those on a boundary that is not hydrated. */
  isOver: boolean
  pressAgain: () => void
}

declare global {
  interface Window {
    earlyInput?: EarlyInput | undefined
  }
}

const retryMs = 50
/** Code that has not loaded after this many attempts counts as failed. */
const attemptsMax = 200

/**
 * Runs before all other code of the page. React listens at the document and stops events that it cannot handle yet.
 * An event that reaches an element below has been received. Presses wait until React has received the earlier input.
 */
export const earlyInputScript = `(() => {
  const early = (window.earlyInput = { fields: new Map(), received: new Set(), pressed: null, isReactListening: false, isOver: false, focused: [] })
  const root = document.documentElement
  const record = (event, element) => {
    early.pressed = element
    if (early.isOver) setTimeout(early.pressAgain, ${retryMs})
    else event.stopImmediatePropagation()
  }
  addEventListener('focusin', (event) => { early.focused = event.composedPath() })
  addEventListener('input', ({ target }) => {
    if (early.isOver || !('value' in target) || target.type === 'file') return
    const isBox = target.type === 'checkbox' || target.type === 'radio'
    early.received.delete(target)
    early.fields.set(target, isBox ? target.checked : target.value)
  }, true)
  root.addEventListener('input', ({ target }) => {
    if (early.isReactListening) early.received.add(target)
  }, true)
  addEventListener('click', (event) => {
    const button = event.target.closest && event.target.closest('button:not([popovertarget])')
    if (button && button.type === 'button') record(event, button)
    else if (button && button.form && button.form.getAttribute('method') === 'dialog' && !early.isOver) event.stopImmediatePropagation()
  }, true)
  root.addEventListener('click', ({ target }) => {
    if (early.pressed && early.pressed.contains(target)) early.pressed = null
  }, true)
  const submit = (event) => {
    if (event.target.getAttribute('method') !== 'dialog' || event.defaultPrevented) return
    event.preventDefault()
    record(event, event.submitter || event.target)
  }
  addEventListener('submit', (event) => early.isOver || submit(event), true)
  addEventListener('submit', submit)
})()`

/**
 * From this point React receives input, unless its boundary is not hydrated yet. All code that the page needs has
 * arrived (e2e/first-load.spec.ts).
 */
export function markReactListening(): void {
  performance.mark('react-listening')
  if (window.earlyInput) window.earlyInput.isReactListening = true
}

/** Replays the input and the presses after hydration. */
export function replayEarlyInput(): void {
  const early = window.earlyInput
  if (!early || early.isOver) return
  requestAnimationFrame(() => void replay(early))
}

async function replay(early: EarlyInput): Promise<void> {
  // A form that restores an earlier draft does so at hydration. The current input replaces the draft.
  for (let round = 1; round <= 2; round++) {
    for (const [field, value] of early.fields) {
      if (!field.isConnected || (early.received.has(field) && holds(field, value))) continue
      putIn(field, value)
      // React renders the change of one field before it receives the next one.
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
  early.isOver = true
  early.pressAgain = () => pressAgain(early)
  early.pressAgain()
}

/** Boundaries wait for their code. A press that is dropped again is stored again, until React receives it. */
function pressAgain(early: EarlyInput, attempt = 1): void {
  const { pressed } = early
  const wanted = pressed && (pressed.isConnected ? pressed : findSame(pressed))
  if (pressed && !wanted && attempt < attemptsMax) {
    setTimeout(() => pressAgain(early, attempt + 1), retryMs)
    return
  }
  early.pressed = null
  if (wanted instanceof HTMLFormElement) wanted.requestSubmit()
  else wanted?.click()
}

/** React creates a boundary again when it changes before its code has loaded. The new button has the same text. */
function findSame(pressed: HTMLElement): HTMLElement | null {
  const says = (element: Element) => `${element.getAttribute('aria-label')}\n${element.textContent}`
  const same = [...document.querySelectorAll('button')].filter((button) => says(button) === says(pressed))
  return same.length === 1 ? same[0]! : null
}

const holds = (field: Field, value: string | boolean): boolean =>
  typeof value === 'boolean' ? (field as HTMLInputElement).checked === value : field.value === value

/**
 * Acts as if the value were entered now. React receives only a value that differs from the last value it saw.
 * React sees a value set through the field's own property. It does not see one set through the prototype's property.
 */
function putIn(field: Field, value: string | boolean): void {
  if (typeof value === 'boolean') {
    ;(field as HTMLInputElement).checked = !value
    field.click()
    return
  }
  if (holds(field, value)) field.value = ''
  const prototype = Object.getPrototypeOf(field) as object
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}
