// What somebody writes or chooses before the page comes alive. React sets a text that the server sent back to what it was
// when it takes the page over, so that looking at the fields afterwards is too late.
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

let typed: { path: string; values: Map<string, string> } | null = null

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement

function listen(event: Event): void {
  if (isField(event.target)) typed?.values.set(event.target.name, event.target.value)
}

/** Begins to keep what is written on this page. Called when the page's code arrives, before React takes it over. */
export function watchTyping(): void {
  const fields = [...document.querySelectorAll<Field>('main input, main textarea, main select')]
  const changed = fields.filter(isChanged).map((field): [string, string] => [field.name, field.value])
  typed = { path: window.location.pathname, values: new Map(changed) }
  document.addEventListener('input', listen)
}

/** Ends keeping, and gives what was written on this page into fields of these names. */
export function takeTyped<Draft extends object>(base: Draft): Partial<Draft> {
  document.removeEventListener('input', listen)
  const found = typed?.path === window.location.pathname ? [...typed.values] : []
  typed = null
  return Object.fromEntries(found.filter(([name]) => Object.hasOwn(base, name))) as Partial<Draft>
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const first = [...field.options].find((option) => option.defaultSelected) ?? field.options[0]
    return field.value !== first?.value
  }
  if (field instanceof HTMLInputElement && field.type === 'radio')
    return field.checked && !field.defaultChecked
  return field.value !== field.defaultValue
}
