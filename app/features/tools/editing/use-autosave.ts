import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { beginDeviceTexts } from '#app/session/device-texts.ts'
import { addOpenEditor } from '#app/session/open-editors.ts'
import { useMember } from '#app/session/root-data.ts'
import { useSignedInAgain } from '#app/session/signed-in.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { createAutosave, type Autosave, type AutosavePorts } from './autosave.ts'
import { sameText } from '../writing/text.ts'
import { openAutosavePorts } from './autosave-ports.ts'
import { holdText } from '../texts/text-lock.ts'
import { titleMaxLength } from '#shared/tools.ts'
import { getStoredText, insertOwnText, restoreVersion, stashText } from '../writing/text-data.ts'
import type { StoredText } from '../writing/text-data.ts'
import { useActions, useShownText } from '../writing/writing-context.ts'

const emptyText = { title: '', content: '', tags: [] }

/**
 * Saves the open text automatically and restores what an earlier visit could not save. `onRecovered` is called after a
 * restore.
 */
export function useAutosave(onRecovered: () => void) {
  const getSupabase = useSupabase()
  const { shown } = useShownText()
  const { update, replace, showSave } = useActions()
  const current = useRef<Autosave>(null)
  const id = shown.id ?? 0
  const memberId = useMember()?.id ?? ''

  const open = useEffectEvent((): Autosave => {
    const { language } = shown
    beginDeviceTexts(localStorage, memberId)
    const { draft, copy, ports: saving } = openAutosavePorts(getSupabase, { memberId, id, language })
    if (!shown.isDirty) copy(shown.text, shown.revision)
    const ports: AutosavePorts = {
      ...saving,
      onSaved: (saved, isExplicit) => update(id, isExplicit ? { ...saved, hasEdits: false } : saved),
      onState: (next) => showSave(id, next),
    }
    // Text typed before this code loaded has no earlier state here, so it counts as changed.
    const stored = shown.isDirty ? emptyText : shown.text
    const revision = draft?.revision === null ? null : shown.revision
    const autosave = createAutosave(ports, { text: stored, revision, unanswered: draft?.unanswered ?? null })
    if (shown.isDirty) autosave.change(shown.text)
    if (draft && !sameText(draft.text, shown.text)) {
      // The stored text may be ours, whose answer was lost.
      const isOurs = Boolean(draft.unanswered && sameText(draft.unanswered, shown.text))
      if ((isOurs || draft.revision === revision) && !shown.isDirty) autosave.change(draft.text)
      else autosave.beginConflict(draft.text, draft.revision)
      replace(draft.text)
      onRecovered()
    }
    return autosave
  })

  // Before the effect that opens: what that one finds is newer than this render.
  useEffect(() => {
    if (current.current?.change(shown.text).kind === 'saved') update(id, { isDirty: false })
  }, [id, shown.text, update])

  useEffect(() => {
    const autosave = open()
    current.current = autosave
    const release = holdText(id)
    const remove = addOpenEditor({ flush: () => autosave.flush(), discard: autosave.discard })
    return () => {
      remove()
      release()
      autosave.end()
      current.current = null
    }
  }, [id])

  useEffect(() => {
    const send = () => void current.current?.flush()
    const sendWhenHidden = () => document.visibilityState === 'hidden' && send()
    window.addEventListener('online', send)
    window.addEventListener('blur', send)
    window.addEventListener('pagehide', send)
    document.addEventListener('focusout', send)
    document.addEventListener('visibilitychange', sendWhenHidden)
    return () => {
      window.removeEventListener('online', send)
      window.removeEventListener('blur', send)
      window.removeEventListener('pagehide', send)
      document.removeEventListener('focusout', send)
      document.removeEventListener('visibilitychange', sendWhenHidden)
    }
  }, [])

  useSignedInAgain(() => void current.current?.flush())

  /** This side becomes a version, the other side is shown. @throws AppError */
  async function chooseTheirs(theirs: StoredText): Promise<void> {
    const { title, content, tags, assumed, advice, revision } = theirs
    await stashText(await getSupabase(), id, current.current?.latest() ?? shown.text)
    current.current?.reset({ title, content, tags }, revision)
    replace({ title, content, tags }, { assumed, advice, revision })
  }

  return {
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
    chooseTheirs,
    /**
     * Both stay as texts: this side becomes a text of its own, and the other side is shown.
     * @returns the new text's id @throws AppError
     */
    async chooseBoth(theirs: StoredText, newTitle: string): Promise<number> {
      const { content } = current.current?.latest() ?? shown.text
      const newId = await insertOwnText(
        await getSupabase(),
        { title: newTitle.slice(0, titleMaxLength), content },
        shown.language,
      )
      await chooseTheirs(theirs)
      return newId
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
