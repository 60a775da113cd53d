import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PublicationKind } from '#shared/articles.ts'
import { AppError } from '#shared/errors.ts'
import { whenOnline } from '#app/session/chunk-errors.ts'
import type { Call } from '#app/session/use-mutation.ts'
import { showToast } from '#app/ui/toast.tsx'
import type { StoredPublication } from './operators-data.ts'
import {
  checkPublication,
  createPublicationKey,
  draftOf,
  loadDraft,
  saveDraft,
  type PublicationDraft,
  type PublicationProblems,
} from './publication-draft.ts'
import { usePublishingWords } from './publishing-words.ts'
import { useOperatorMutation } from './use-operator-mutation.ts'

/**
 * The form of one notice or article. The input stays until it is saved, even if another operator saves meanwhile. An
 * unsaved draft of an earlier revision is restored as a conflict.
 */
export function usePublication(kind: PublicationKind, stored: StoredPublication | null) {
  const { t, language } = usePublishingWords()
  const navigate = useNavigate()
  const { send: sendOne, isPending } = useOperatorMutation()
  const id = stored?.id ?? null
  const [draft, showDraft] = useState(() => draftOf(kind, stored))
  // Input during a save is newer than the saved values.
  const latest = useRef(draft)
  /** The draft's base revision: another number in the database means that another operator saved. */
  const [revision, setRevision] = useState(stored?.revision ?? null)
  const [key, setKey] = useState(createPublicationKey)
  const [problems, setProblems] = useState<PublicationProblems>({})
  const [isRestored, setIsRestored] = useState(false)
  const [isConflict, setIsConflict] = useState(false)

  function setDraft(next: PublicationDraft): void {
    latest.current = next
    showDraft(next)
  }

  useEffect(() => {
    const saved = loadDraft(kind, id)
    if (!saved) return
    setDraft(saved.draft)
    setKey(saved.key)
    setRevision(saved.revision)
    setIsRestored(true)
    setIsConflict(saved.revision !== (stored?.revision ?? null))
    // Only the draft from before this page was opened.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  function change(part: Partial<PublicationDraft>): void {
    const next = { ...latest.current, ...part }
    saveDraft(kind, id, { revision, key, draft: next })
    setDraft(next)
    // The time is checked only for a publication at a time.
    const changed = 'publish' in part ? { ...part, at: null } : part
    setProblems((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in changed))))
  }

  /** Loads the stored values, and discards the input. */
  function takeStored(): void {
    saveDraft(kind, id, null)
    setDraft(draftOf(kind, stored))
    setRevision(stored?.revision ?? null)
    setProblems({})
    setIsRestored(false)
    setIsConflict(false)
  }

  /** @returns whether nothing was wrong with the form */
  function save(base = revision): boolean {
    const found = checkPublication(draft)
    setProblems(found)
    if (Object.keys(found).length > 0) return false
    void send(draft, base)
    return true
  }

  async function send(sent: PublicationDraft, base: number | null): Promise<void> {
    const { publish, at, ...content } = sent
    await sendOne(async ({ supabase }) => {
      try {
        const { savePublication } = await whenOnline(() => import('./operators-data.ts'))
        const saved = await savePublication(
          await supabase(),
          kind,
          { ...content, key },
          publish === 'time' && at !== null ? at : publish,
          id === null || base === null ? null : { id, revision: base },
        )
        saveDraft(kind, id, null)
        // Input since the save is based on the revision just saved.
        if (latest.current !== sent)
          saveDraft(kind, saved.id, { revision: saved.revision, key, draft: latest.current })
        setRevision(saved.revision)
        setIsRestored(false)
        setIsConflict(false)
        const isWithdrawn = publish === 'draft' && Boolean(stored?.published_at)
        showToast({ message: t(isWithdrawn ? 'publishing.withdrawn' : `publishing.saved.${publish}`) })
        if (id === null)
          await navigate(`/${language}/admin/publication/${kind}/${saved.id}`, { replace: true })
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'edit_conflict') throw error
        setIsConflict(true)
      }
    })
  }

  /** For the dialog that asks first. */
  async function remove({ supabase }: Call): Promise<void> {
    if (id === null) return
    const { deletePublication } = await whenOnline(() => import('./operators-data.ts'))
    await deletePublication(await supabase(), kind, id)
    saveDraft(kind, id, null)
    await navigate(`/${language}/admin/publication?kind=${kind}`, { replace: true })
  }

  return {
    draft,
    problems,
    isPending,
    isRestored,
    isConflict,
    change,
    save,
    /** Overwrites another operator's save, which the page has loaded by then. */
    overwrite: () => save(stored?.revision ?? null),
    takeStored,
    remove,
  }
}
