// What somebody types, chooses or presses before the page comes alive counts when it does. React sets the fields of a page that it
// takes over back to what the server sent, does not hear of what was pressed before it listens, and drops what is pressed on a part
// that cannot be taken over yet. Of presses only those are kept that would do nothing without scripts (plain buttons, forms that
// lead nowhere): everything that works by itself goes its own way.

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type EarlyInput = {
  fields: Map<Field, string | boolean>
  /** The fields whose last value React knows. */
  heard: Set<Field>
  /** The last press that nobody has heard of: a button, or a form that was sent without one. */
  pressed: HTMLElement | null
  isReactListening: boolean
  /** What had the focus last, with everything around it. */
  focused: EventTarget[]
  /** What was put in has been heard of: presses go their own way, but for those on a part that is not alive. */
  isOver: boolean
  pressAgain: () => void
}

declare global {
  interface Window {
    earlyInput?: EarlyInput | undefined
  }
}

const retryMs = 50
/** Code that has not come by then comes no more. */
const attemptsMax = 200

/**
 * Runs before anything else of the page. React listens at the document and stops there what it can give to nobody yet: what is seen
 * further down has been heard. Presses wait until what was put in before them has been heard.
 */
export const earlyInputScript = `(() => {
  const early = (window.earlyInput = { fields: new Map(), heard: new Set(), pressed: null, isReactListening: false, isOver: false, focused: [] })
  const root = document.documentElement
  const keep = (event, element) => {
    early.pressed = element
    if (early.isOver) setTimeout(early.pressAgain, ${retryMs})
    else event.stopImmediatePropagation()
  }
  addEventListener('focusin', (event) => { early.focused = event.composedPath() })
  addEventListener('input', ({ target }) => {
    if (early.isOver || !('value' in target) || target.type === 'file') return
    const isBox = target.type === 'checkbox' || target.type === 'radio'
    early.heard.delete(target)
    early.fields.set(target, isBox ? target.checked : target.value)
  }, true)
  root.addEventListener('input', ({ target }) => {
    if (early.isReactListening) early.heard.add(target)
  }, true)
  addEventListener('click', (event) => {
    const button = event.target.closest && event.target.closest('button:not([popovertarget])')
    if (button && button.type === 'button') keep(event, button)
    else if (button && button.form && button.form.getAttribute('method') === 'dialog' && !early.isOver) event.stopImmediatePropagation()
  }, true)
  root.addEventListener('click', ({ target }) => {
    if (early.pressed && early.pressed.contains(target)) early.pressed = null
  }, true)
  const submit = (event) => {
    if (event.target.getAttribute('method') !== 'dialog' || event.defaultPrevented) return
    event.preventDefault()
    keep(event, event.submitter || event.target)
  }
  addEventListener('submit', (event) => early.isOver || submit(event), true)
  addEventListener('submit', submit)
})()`

/** From here on React hears of what is put in, unless the part that it is meant for is not alive yet. */
export function letReactHear(): void {
  if (window.earlyInput) window.earlyInput.isReactListening = true
}

/** Gives the page what was put in and does what was pressed, once it is alive. */
export function replayEarlyInput(): void {
  const early = window.earlyInput
  if (!early || early.isOver) return
  requestAnimationFrame(() => void replay(early))
}

async function replay(early: EarlyInput): Promise<void> {
  // What a form kept from an earlier visit comes into it when it comes alive, and gives way to what was put in now.
  for (let round = 1; round <= 2; round++) {
    for (const [field, value] of early.fields) {
      if (!field.isConnected || (early.heard.has(field) && holds(field, value))) continue
      putIn(field, value)
      // React draws what one field changed before the next one is heard of.
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
  early.isOver = true
  early.pressAgain = () => pressAgain(early)
  early.pressAgain()
}

/** Parts of a page wait for their code: what is dropped once more is kept once more, until somebody hears of it. */
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

/** A part that hears of a change before its code has come is made anew: its button is another one then, which says the same. */
function findSame(pressed: HTMLElement): HTMLElement | null {
  const says = (element: Element) => `${element.getAttribute('aria-label')}\n${element.textContent}`
  const same = [...document.querySelectorAll('button')].filter((button) => says(button) === says(pressed))
  return same.length === 1 ? same[0]! : null
}

const holds = (field: Field, value: string | boolean): boolean =>
  typeof value === 'boolean' ? (field as HTMLInputElement).checked === value : field.value === value

/**
 * As if it were put in now. React hears only of a value that differs from the last one that it saw; what is set through the field's
 * own property it has seen, what is set past it, through the prototype's, it has not.
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
