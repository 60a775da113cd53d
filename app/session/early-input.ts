// What somebody types, chooses or presses before the page comes alive counts when it does. React sets the fields of a page that it
// takes over back to what the server sent, and does not hear of what was pressed before. Of presses only those are kept that would
// do nothing without scripts (plain buttons, forms that lead nowhere): everything that works by itself goes its own way.

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type EarlyInput = {
  fields: Map<Field, string | boolean>
  pressed?: HTMLElement
  submitter?: HTMLElement | null
  stopPresses: () => void
  stop: () => void
}

declare global {
  interface Window {
    earlyInput?: EarlyInput | undefined
  }
}

/** Runs before anything else of the page; of presses the last one counts. */
export const earlyInputScript = `(() => {
  const fields = new Map()
  const input = ({ target }) => {
    const isBox = target.type === 'checkbox' || target.type === 'radio'
    if ('value' in target && target.type !== 'file') fields.set(target, isBox ? target.checked : target.value)
  }
  const press = ({ target }) => {
    const button = target.closest && target.closest('button[type=button]:not([popovertarget])')
    if (button) Object.assign(early, { pressed: button, submitter: null })
  }
  const submit = (event) => {
    if (event.target.getAttribute('method') !== 'dialog') return
    event.preventDefault()
    Object.assign(early, { pressed: event.target, submitter: event.submitter })
  }
  const early = (window.earlyInput = {
    fields,
    stopPresses() {
      removeEventListener('click', press, true)
      removeEventListener('submit', submit, true)
    },
    stop() {
      removeEventListener('input', input, true)
    },
  })
  addEventListener('input', input, true)
  addEventListener('click', press, true)
  addEventListener('submit', submit, true)
})()`

/** From here on React hears of presses by itself. */
export function stopKeepingPresses(): void {
  window.earlyInput?.stopPresses()
}

/** Gives the page what was put in and does what was pressed, once it is alive. */
export function replayEarlyInput(): void {
  const early = window.earlyInput
  if (!early) return
  window.earlyInput = undefined
  requestAnimationFrame(() => void replay(early))
}

async function replay(early: EarlyInput): Promise<void> {
  early.stop()
  for (const [field, value] of early.fields) {
    if (!field.isConnected) continue
    putIn(field, value)
    // React draws what one field changed before the next one is heard of.
    await new Promise((resolve) => setTimeout(resolve))
  }
  const { pressed, submitter } = early
  if (!pressed?.isConnected) return
  if (pressed instanceof HTMLFormElement) pressed.requestSubmit(submitter)
  else pressed.click()
}

/** As if it were put in now: React hears of a value only when it was set past its own setter. */
function putIn(field: Field, value: string | boolean): void {
  if (typeof value === 'boolean') {
    if ((field as HTMLInputElement).checked !== value) field.click()
    return
  }
  if (field.value === value) return
  const prototype = Object.getPrototypeOf(field) as object
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}
