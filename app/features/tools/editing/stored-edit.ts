// The active command, stored for the tab: after a reload it is offered again, at its position in the text.
import { createDraft } from '#app/session/draft.ts'
import type { ActiveEdit } from './edit-state.ts'

type StoredEdit = ActiveEdit & { editId: number }

/** By the number of the text. */
export const storedEdit = createDraft<StoredEdit>('edit', parseEdit, { storage: 'tab' })

function parseEdit(stored: unknown): StoredEdit | null {
  const { request, passage, editId } = (stored ?? {}) as Record<string, unknown>
  const isWhole = isObject(request) && isObject(passage) && typeof editId === 'number'
  return isWhole ? (stored as StoredEdit) : null
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null
