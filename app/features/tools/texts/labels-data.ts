// The member's labels of texts, with the member's own rights. A text's `tags` are its hashtags, which are published
// with it; labels only help the member to find it.
import { asAppError, type Supabase } from '#app/session/supabase.ts'

/** As private.are_labels() (supabase/schemas/20_texts.sql) limits them. */
export const labelLimits = { name: 30, perText: 10 } as const

/** `count` is the number of texts outside the trash. */
export type OwnLabel = { name: string; count: number }
export type LabelledText = { id: number; labels: string[] }

/** By name, five hundred at most. @throws AppError */
export async function listLabels(supabase: Supabase): Promise<OwnLabel[]> {
  const { data, error } = await supabase.rpc('list_labels')
  if (error) throw asAppError(error)
  return data as OwnLabel[]
}

/** @throws AppError `not_found` when the text no longer exists */
export async function getLabels(supabase: Supabase, id: number): Promise<LabelledText> {
  const { data, error } = await supabase.from('tool_use').select('id, labels').eq('id', id).single()
  if (error) throw asAppError(error)
  return data
}

/**
 * Adds labels to texts and removes others, on all of them or on none.
 * @returns the texts with their labels @throws AppError `invalid_request` when one would have more than ten
 */
export async function labelTexts(
  supabase: Supabase,
  ids: readonly number[],
  { added, removed }: { added: string[]; removed: string[] },
): Promise<LabelledText[]> {
  const { data, error } = await supabase.rpc('label_texts', { ids: [...ids], added, removed })
  if (error) throw asAppError(error)
  return data as LabelledText[]
}

/** Renames a label on all texts; an existing name merges two. @returns the new spelling @throws AppError */
export async function renameLabel(supabase: Supabase, name: string, newName: string): Promise<string> {
  const { data, error } = await supabase.rpc('rename_label', { name, new_name: newName })
  if (error) throw asAppError(error)
  return data
}

/** Removes a label from all texts, which stay. @throws AppError */
export async function deleteLabel(supabase: Supabase, name: string): Promise<void> {
  const { error } = await supabase.rpc('delete_label', { name })
  if (error) throw asAppError(error)
}
