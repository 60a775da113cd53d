// Saving a text, with the member's own rights. Apart from tool-data.ts: an open editor needs it, and the header, which
// sends unsent texts.
import { asAppError, type Supabase } from '#app/session/supabase.ts'
import { AppError } from '#shared/errors.ts'
import type { OutputLanguage } from '#shared/tools.ts'
import type { WrittenText } from './text.ts'

export type SavedText = { revision: number; savedAt: string | null }
export type StoredText = WrittenText & {
  assumed: string[]
  advice: string[]
  revision: number
  editedAt: string | null
}

/**
 * Saves the text based on revision `baseRevision`. Explicit saves count as the first save (T20) and store a version.
 * @throws AppError `edit_conflict` when it was changed elsewhere since, `request_in_progress` while a run writes it
 */
export async function saveText(
  supabase: Supabase,
  input: { id: number; text: WrittenText; baseRevision: number; isExplicit: boolean },
): Promise<SavedText> {
  const { data, error } = await supabase
    .rpc('save_text', {
      tool_use_id: input.id,
      base_revision: input.baseRevision,
      ...input.text,
      is_explicit: input.isExplicit,
    })
    .single()
  if (error) throw asAppError(error)
  return { revision: data.revision ?? 0, savedAt: data.saved_at }
}

/** The text as it is stored now. @throws AppError `not_found` */
export async function getStoredText(supabase: Supabase, id: number): Promise<StoredText> {
  const { data, error } = await supabase
    .from('tool_use')
    .select('title, content, tags, assumed, advice, revision, edited_at')
    .eq('id', id)
    .single()
  if (error) throw asAppError(error)
  const { title, edited_at: editedAt, ...rest } = data
  return { ...rest, title: title ?? '', editedAt }
}

/**
 * The revision of a text that a run has just written on this screen.
 * @throws AppError `edit_conflict` when it was edited elsewhere since
 */
export async function getRevisionOfRun(supabase: Supabase, id: number): Promise<number> {
  const stored = await getStoredText(supabase, id)
  if (stored.editedAt !== null) throw new AppError('edit_conflict')
  return stored.revision
}

/** Stores a text as a version without changing the current text. @throws AppError */
export async function stashText(supabase: Supabase, id: number, text: WrittenText): Promise<void> {
  const { error } = await supabase.rpc('stash_text_version', { tool_use_id: id, ...text })
  if (error) throw asAppError(error)
}

/** Puts a version back; what stood there becomes the newest version. @throws AppError */
export async function restoreVersion(
  supabase: Supabase,
  versionId: number,
): Promise<WrittenText & SavedText & { thumbnail: string | null }> {
  const { data, error } = await supabase.rpc('restore_version', { version_id: versionId }).single()
  if (error) throw asAppError(error)
  return {
    title: data.title ?? '',
    content: data.content ?? '',
    tags: data.tags ?? [],
    thumbnail: data.thumbnail,
    revision: data.revision ?? 0,
    savedAt: data.saved_at,
  }
}

/**
 * Makes a text of the member's own, which no run wrote.
 * @returns its id @throws AppError `too_many_requests` after a hundred in a day, `texts_full`
 */
export async function insertOwnText(
  supabase: Supabase,
  { title, content }: Pick<WrittenText, 'title' | 'content'>,
  language: OutputLanguage,
): Promise<number> {
  const { data, error } = await supabase.rpc('create_own_text', { title, content, text_language: language })
  if (error) throw asAppError(error)
  return data
}
