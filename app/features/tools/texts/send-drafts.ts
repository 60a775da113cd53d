// Sends changes that an earlier visit could not send, without opening their texts.
import { consumeLocalDraft, createLocalDraft, listDeviceTexts, saveCopy } from '#app/session/device-texts.ts'
import type { Supabase } from '#app/session/supabase.ts'
import { saveText } from '../writing/text-data.ts'
import { whileClosed } from './text-lock.ts'

/**
 * Sends the member's unsent texts, except the one that the page shows. What is refused stays in this browser: the
 * editor shows why when its text is opened.
 */
export async function sendDrafts(
  getSupabase: () => Promise<Supabase>,
  { memberId, shownId }: { memberId: string; shownId: number | null },
): Promise<void> {
  const unsent = listDeviceTexts(localStorage, memberId).filter(
    ({ id, isUnsent, revision }) => isUnsent && id !== shownId && revision !== null,
  )
  for (const { id } of unsent)
    await whileClosed(id, async () => {
      const draft = consumeLocalDraft(localStorage, memberId, id)
      if (!draft) return
      const { text, language, revision } = draft
      const place = createLocalDraft(localStorage, { memberId, id, language })
      place.save(text, revision, draft.unanswered)
      if (revision === null) return
      try {
        const saved = await saveText(await getSupabase(), {
          id,
          text,
          baseRevision: revision,
          isExplicit: false,
        })
        place.forget()
        saveCopy(localStorage, memberId, id, { ...draft, revision: saved.revision, at: Date.now() })
      } catch (error) {
        console.warn('A text waits in this browser.', error)
      }
    })
}
