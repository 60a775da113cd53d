// The active command, stored for the tab: after a reload it is offered again, at its position in the text.
import type { Passage } from '#app/ui/editor/passage.ts'
import type { EditRequest } from './use-edit.ts'

export type EditOrder = { request: EditRequest; passage: Passage }
type KeptEdit = EditOrder & { editId: number }

const nameOf = (textId: number) => `munjang-edit-${textId}`

/** Storage may be full or forbidden: then a reload loses sight of the command, nothing more. */
export function keepEdit(textId: number, edit: KeptEdit | null): void {
  try {
    if (edit) sessionStorage.setItem(nameOf(textId), JSON.stringify(edit))
    else sessionStorage.removeItem(nameOf(textId))
  } catch (error) {
    console.warn('The command could not be kept.', error)
  }
}

export function findEdit(textId: number): KeptEdit | null {
  try {
    return JSON.parse(sessionStorage.getItem(nameOf(textId)) ?? 'null') as KeptEdit | null
  } catch (error) {
    console.warn('The command could not be read.', error)
    return null
  }
}
