import { useCallback, useMemo, useState } from 'react'
import type { TextGoal } from '#shared/text-goals.ts'
import { AppError } from '#shared/errors.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { useStableCallbacks } from '#app/ui/use-stable-callbacks.ts'
import { documentOfUse, type OpenText, type WrittenText } from './text.ts'
import {
  putBackThumbnail,
  removeThumbnail,
  setTextGoal,
  shareToolUse,
  unshareToolUse,
  type ToolUse,
} from './tool-data.ts'

/** The open text with the member's actions. Errors are AppError and leave the text unchanged. */
export function useDocument(initial: OpenText | null) {
  const [document, setDocument] = useState(initial)
  const supabase = useSupabase()
  /** Changes facts of the text `id`, if that is still the open one. */
  const update = useCallback(
    (id: number | null, changes: Partial<OpenText>) =>
      setDocument((now) => (now?.id === id ? { ...now, ...changes } : now)),
    [],
  )

  const edit = useCallback(
    (changes: Partial<WrittenText>) =>
      setDocument(
        (now) => now && { ...now, text: { ...now.text, ...changes }, isDirty: true, hasEdits: true },
      ),
    [],
  )

  /** Replaces this text with another one, with a new editor state. */
  const replace = useCallback((text: WrittenText, changes: Partial<OpenText> = {}) => {
    const key = `text:${++replacements}`
    setDocument((now) => now && { ...now, ...changes, text, key })
  }, [])

  /** Opens a text as it is stored, also where the editor shows another state of the same one. */
  const reopen = useCallback((use: ToolUse) => {
    setDocument({ ...documentOfUse(use), key: `text:${++replacements}` })
  }, [])

  async function share(): Promise<void> {
    if (!document?.id) throw new AppError('write_first')
    update(document.id, { shareId: await shareToolUse(await supabase(), document.id) })
  }

  async function unshare(): Promise<void> {
    if (!document?.id) return
    await unshareToolUse(await supabase(), document.id)
    update(document.id, { shareId: null })
  }

  async function setGoal(goal: TextGoal | null): Promise<void> {
    if (!document?.id) throw new AppError('write_first')
    await setTextGoal(await supabase(), document.id, goal)
    update(document.id, { goal })
  }

  /** The earlier state is stored as a version. @returns a function that restores the image */
  async function removePicture(): Promise<() => Promise<void>> {
    const id = document?.id
    if (!id) throw new AppError('write_first')
    await removeThumbnail(await supabase(), id)
    update(id, { thumbnail: null })
    return async () => update(id, { thumbnail: await putBackThumbnail(await supabase(), id) })
  }

  const others = useStableCallbacks({ share, unshare, setGoal, removePicture })
  return useMemo(
    () => ({ document, open: setDocument, reopen, edit, update, replace, ...others }),
    [document, reopen, edit, update, replace, others],
  )
}

export type DocumentState = ReturnType<typeof useDocument>

let replacements = 0
