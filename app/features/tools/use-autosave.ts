import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSignedInAgain } from '#app/session/signed-in.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { createAutosave, sameText, type Autosave, type AutosavePorts, type SaveState } from './autosave.ts'
import { createLocalDraft, consumeLocalDraft } from './local-text.ts'
import { getRevisionOfRun, getStoredText, stashText, restoreVersion, saveText } from './text-data.ts'
import type { StoredText } from './text-data.ts'
import type { DocumentState, OpenText } from './use-document.ts'

const emptyText = { title: '', content: '', tags: [] }

/**
 * Saves the open text automatically and restores what an earlier visit could not save. `onRecovered` is called after a
 * restore.
 */
export function useAutosave(work: DocumentState, id: number, document: OpenText, onRecovered: () => void) {
  const getSupabase = useSupabase()
  const [state, setState] = useState<SaveState>({ kind: 'saved' })
  const current = useRef<Autosave>(null)
  const { update, replace } = work

  const open = useEffectEvent((): Autosave => {
    const place = createLocalDraft(localStorage, id)
    const draft = consumeLocalDraft(localStorage, id)
    const ports: AutosavePorts = {
      async save(text, base, isExplicit) {
        const supabase = await getSupabase()
        const baseRevision = base ?? (await getRevisionOfRun(supabase, id))
        const saved = await saveText(supabase, { id, text, baseRevision, isExplicit })
        if (isExplicit) update(id, { hasEdits: false })
        return saved
      },
      saveLocally: place.save,
      forgetLocally: place.forget,
      onSaved: (saved) => update(id, saved),
      onState(next) {
        setState(next)
        update(id, { isDirty: next.kind !== 'saved' })
      },
    }
    // Text typed before this code loaded has no earlier state here, so it counts as changed.
    const stored = document.isDirty ? emptyText : document.text
    const revision = draft?.revision === null ? null : document.revision
    const autosave = createAutosave(ports, { text: stored, revision })
    if (document.isDirty) autosave.change(document.text)
    if (draft && !sameText(draft.text, document.text)) {
      if (draft.revision === revision && !document.isDirty) autosave.change(draft.text)
      else autosave.beginConflict(draft.text, draft.revision)
      replace(draft.text)
      onRecovered()
    }
    return autosave
  })

  // Before the effect that opens: what that one finds is newer than this render.
  useEffect(() => {
    if (current.current?.change(document.text).kind === 'saved') update(id, { isDirty: false })
  }, [id, document.text, update])

  useEffect(() => {
    const autosave = open()
    current.current = autosave
    return () => {
      autosave.end()
      current.current = null
    }
  }, [id])

  useEffect(() => {
    const send = () => void current.current?.flush()
    const sendWhenHidden = () => window.document.visibilityState === 'hidden' && send()
    window.addEventListener('online', send)
    window.addEventListener('blur', send)
    window.addEventListener('pagehide', send)
    window.document.addEventListener('focusout', send)
    window.document.addEventListener('visibilitychange', sendWhenHidden)
    return () => {
      window.removeEventListener('online', send)
      window.removeEventListener('blur', send)
      window.removeEventListener('pagehide', send)
      window.document.removeEventListener('focusout', send)
      window.document.removeEventListener('visibilitychange', sendWhenHidden)
    }
  }, [])

  useSignedInAgain(() => void current.current?.flush())

  return {
    state,
    save: useCallback(() => current.current?.flush(true), []),
    /** Sends unsaved changes. @returns whether the server has everything now */
    flush: useCallback(async () => (await current.current?.flush())?.kind === 'saved', []),
    /** The same. @throws AppError saying why it is not */
    requireSaved: async () => current.current?.requireSaved(),
    getTheirs: async (): Promise<StoredText> => getStoredText(await getSupabase(), id),
    /** The other side becomes a version, this side is saved. @throws AppError */
    async chooseMine(theirs: StoredText): Promise<void> {
      const { title, content, tags } = theirs
      await stashText(await getSupabase(), id, { title, content, tags })
      current.current?.rebase(theirs.revision)
      await current.current?.flush()
    },
    /** This side becomes a version, the other side is shown. @throws AppError */
    async chooseTheirs(theirs: StoredText): Promise<void> {
      const { title, content, tags, revision } = theirs
      await stashText(await getSupabase(), id, current.current?.latest() ?? document.text)
      current.current?.reset({ title, content, tags }, revision)
      replace({ title, content, tags }, { revision })
    },
    /** @throws AppError; then the text is as it was */
    async restore(versionId: number): Promise<void> {
      await current.current?.requireSaved()
      const { revision, savedAt, thumbnail, ...text } = await restoreVersion(await getSupabase(), versionId)
      current.current?.reset(text, revision)
      replace(text, { revision, savedAt, thumbnail })
    },
  }
}
