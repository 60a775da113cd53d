// The active command, stored for the tab: after a reload it is offered again, at its position in the text.
import type { Passage } from '#app/ui/editor/passage.ts'
import type { EditRequest } from './use-edit.ts'

/** A requested command and the passage that its result replaces. */
export type ActiveEdit = { request: EditRequest; passage: Passage }
type StoredEdit = ActiveEdit & { editId: number }

const nameOf = (textId: number) => `munjang-edit-${textId}`

/** Storage may be full or forbidden: then a reload loses sight of the command, nothing more. */
export function saveEdit(textId: number, edit: StoredEdit | null): void {
  try {
    if (edit) sessionStorage.setItem(nameOf(textId), JSON.stringify(edit))
    else sessionStorage.removeItem(nameOf(textId))
  } catch (error) {
    console.warn('The command could not be saved.', error)
  }
}

export function loadEdit(textId: number): StoredEdit | null {
  try {
    return JSON.parse(sessionStorage.getItem(nameOf(textId)) ?? 'null') as StoredEdit | null
  } catch (error) {
    console.warn('The command could not be read.', error)
    return null
  }
}
