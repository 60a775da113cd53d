// What somebody types, chooses or presses before the page comes alive counts when it does. React sets the fields of a page that it
// takes over back to what the server sent, does not hear of what was pressed before it listens, and drops what is pressed on a part
// that cannot be taken over yet. Of presses only those are kept that would do nothing without scripts (plain buttons, forms that
// lead nowhere): everything that works by itself goes its own way.

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type EarlyInput = {
  fields: Map<Field, string | boolean>
  stopFields: () => void
  /** The last press that nobody has heard of: a button, or a form that was sent without one. */
  pressed: HTMLElement | null
  isReactListening: boolean
  /** Called a moment after a press was kept. */
  onKept: (() => void) | null
}

declare global {
  interface Window {
    earlyInput?: EarlyInput | undefined
  }
}

const retryMs = 50

/**
 * Runs before anything else of the page. React listens at the document and stops there what it can give to nobody yet, so that a
 * click that is seen further down has been heard; our forms prevent what the browser would do.
 */
export const earlyInputScript = `(() => {
  const early = (window.earlyInput = {
    fields: new Map(),
    stopFields() {
      removeEventListener('input', input, true)
    },
    pressed: null,
    isReactListening: false,
    onKept: null,
  })
  const keep = (element) => {
    early.pressed = element
    if (early.onKept) setTimeout(early.onKept, ${retryMs})
  }
  const input = ({ target }) => {
    const isBox = target.type === 'checkbox' || target.type === 'radio'
    if ('value' in target && target.type !== 'file') early.fields.set(target, isBox ? target.checked : target.value)
  }
  const press = ({ target }) => {
    const button = target.closest && target.closest('button[type=button]:not([popovertarget])')
    if (button) keep(button)
  }
  const pass = ({ target }) => {
    if (early.isReactListening && early.pressed && early.pressed.contains(target)) early.pressed = null
  }
  const submit = (event) => {
    if (event.target.getAttribute('method') !== 'dialog' || event.defaultPrevented) return
    event.preventDefault()
    keep(event.submitter || event.target)
  }
  addEventListener('input', input, true)
  addEventListener('click', press, true)
  document.documentElement.addEventListener('click', pass, true)
  addEventListener('submit', submit)
})()`

/** From here on React hears of presses, but for those on parts that it has not taken over. */
export function letReactHear(): void {
  if (window.earlyInput) window.earlyInput.isReactListening = true
}

/** Gives the page what was put in and does what was pressed, once it is alive. */
export function replayEarlyInput(): void {
  const early = window.earlyInput
  if (!early || early.onKept) return
  // Parts of the page come alive after its frame, and wait for their code as long as that takes.
  early.onKept = () => pressAgain(early)
  requestAnimationFrame(() => void replay(early))
}

async function replay(early: EarlyInput): Promise<void> {
  // What a form kept from an earlier visit comes into it when it comes alive, and gives way to what was put in now.
  for (let round = 1; round <= 2; round++) {
    for (const [field, value] of early.fields) {
      if (!field.isConnected) continue
      if (round === 1 || !holds(field, value)) putIn(field, value)
      // React draws what one field changed before the next one is heard of.
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
  early.stopFields()
  early.fields.clear()
  pressAgain(early)
}

/** What is dropped once more is kept once more, until somebody hears of it. */
function pressAgain(early: EarlyInput): void {
  const { pressed } = early
  early.pressed = null
  if (!pressed?.isConnected) return
  if (pressed instanceof HTMLFormElement) pressed.requestSubmit()
  else pressed.click()
}

const holds = (field: Field, value: string | boolean): boolean =>
  typeof value === 'boolean' ? (field as HTMLInputElement).checked === value : field.value === value

/**
 * As if it were put in now. React hears only of a value that differs from the last one that it saw; what is set through the field's
 * own property it has seen, what is set past it, through the prototype's, it has not.
 */
function putIn(field: Field, value: string | boolean): void {
  if (typeof value === 'boolean') {
    if (!holds(field, value)) field.click()
    return
  }
  if (holds(field, value)) field.value = ''
  const prototype = Object.getPrototypeOf(field) as object
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}
