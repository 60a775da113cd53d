import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PublicationKind } from '#shared/articles.ts'
import { AppError } from '#shared/errors.ts'
import { showToast } from '#app/ui/toast.tsx'
import type { StoredPublication } from './operators-data.ts'
import {
  checkPublication,
  draftOf,
  findDraft,
  keepDraft,
  type PublicationDraft,
  type PublicationProblems,
} from './publication-draft.ts'
import { usePublishingWords } from './publishing-words.ts'
import { useAct } from './use-act.ts'

/** The form of one notice or article. What is typed stays until it is saved, whoever saves something else meanwhile. */
export function usePublication(kind: PublicationKind, stored: StoredPublication | null) {
  const { t, language } = usePublishingWords()
  const navigate = useNavigate()
  const { act, isBusy } = useAct()
  const id = stored?.id ?? null
  const [draft, setDraft] = useState(() => draftOf(kind, stored))
  /** What the draft stands on: another number in the database is somebody else's save. */
  const [revision, setRevision] = useState(stored?.revision ?? null)
  const [problems, setProblems] = useState<PublicationProblems>({})
  const [isRestored, setIsRestored] = useState(false)
  const [isConflict, setIsConflict] = useState(false)

  useEffect(() => {
    const kept = findDraft(kind, id, stored?.revision ?? null)
    if (!kept) return
    setDraft(kept)
    setIsRestored(true)
    // Only what had been left before this page was opened.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  function change(part: Partial<PublicationDraft>): void {
    setDraft((now) => {
      const next = { ...now, ...part }
      keepDraft(kind, id, { revision, draft: next })
      return next
    })
  }

  /** Takes what is in the database, and lets go of what was typed. */
  function takeStored(): void {
    keepDraft(kind, id, null)
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
    void send(base)
    return true
  }

  async function send(base: number | null): Promise<void> {
    const { publish, at, ...content } = draft
    await act(async (supabase) => {
      try {
        const { savePublication } = await import('./operators-data.ts')
        const saved = await savePublication(
          supabase,
          kind,
          content,
          publish === 'time' && at !== null ? at : publish,
          id === null || base === null ? null : { id, revision: base },
        )
        keepDraft(kind, id, null)
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

  const remove = () =>
    act(async (supabase) => {
      if (id === null) return
      const { deletePublication } = await import('./operators-data.ts')
      await deletePublication(supabase, kind, id)
      keepDraft(kind, id, null)
      showToast({ message: t('publishing.deleted') })
      await navigate(`/${language}/admin/publication?kind=${kind}`, { replace: true })
    })

  return {
    draft,
    problems,
    isBusy,
    isRestored,
    isConflict,
    change,
    save,
    /** Over what somebody else saved, which the page has read meanwhile. */
    overwrite: () => save(stored?.revision ?? null),
    takeStored,
    remove,
  }
}
