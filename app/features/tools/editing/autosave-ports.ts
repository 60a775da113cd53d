import { consumeLocalDraft, createLocalDraft, saveCopy } from '#app/session/device-texts.ts'
import type { Supabase } from '#app/session/supabase.ts'
import type { OutputLanguage } from '#shared/tools.ts'
import type { AutosavePorts } from './autosave.ts'
import type { WrittenText } from '../writing/text.ts'
import { getRevisionOfRun, getStoredText, saveText } from '../writing/text-data.ts'

type SavedPlace = { memberId: string; id: number; language: OutputLanguage }

/**
 * Where the text `id` is saved: at the server, and in this browser until the server has it.
 * @returns `draft`: what an earlier visit could not save. `copy` stores the text for reading without a network
 */
export function openAutosavePorts(
  getSupabase: () => Promise<Supabase>,
  { memberId, id, language }: SavedPlace,
) {
  const local = createLocalDraft(localStorage, { memberId, id, language })
  const draft = consumeLocalDraft(localStorage, memberId, id)
  const copy = (text: WrittenText, revision: number | null) =>
    saveCopy(localStorage, memberId, id, { text, language, revision, at: Date.now() })
  const ports: Omit<AutosavePorts, 'onState' | 'onSaved'> = {
    isOnline: () => navigator.onLine,
    async save(text, base, isExplicit) {
      const supabase = await getSupabase()
      const baseRevision = base ?? (await getRevisionOfRun(supabase, id))
      const saved = await saveText(supabase, { id, text, baseRevision, isExplicit })
      copy(text, saved.revision)
      return saved
    },
    getStored: async () => getStoredText(await getSupabase(), id),
    saveLocally: local.save,
    forgetLocally: local.forget,
  }
  return { draft, copy, ports }
}
