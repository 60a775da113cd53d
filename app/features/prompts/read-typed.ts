import type { PromptDraft } from './prompt-draft.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** What somebody has written or chosen before the page came alive: fields that are no longer as the server wrote them. */
export function readTyped(form: HTMLElement | null, base: PromptDraft): Partial<PromptDraft> {
  const fields = [...(form?.querySelectorAll<Field>('input, textarea, select') ?? [])]
  const typed = fields.filter((field) => Object.hasOwn(base, field.name) && isChanged(field))
  return Object.fromEntries(typed.map((field) => [field.name, field.value]))
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
