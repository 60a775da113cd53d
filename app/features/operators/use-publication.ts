import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { PublicationKind } from '#shared/articles.ts'
import { AppError } from '#shared/errors.ts'
import { whenOnline } from '#app/session/chunk-errors.ts'
import { useMember } from '#app/session/root-data.ts'
import { useDraft } from '#app/session/use-draft.ts'
import type { Call } from '#app/session/use-mutation.ts'
import { showToast } from '#app/ui/toast.tsx'
import type { StoredPublication } from './operators-data.ts'
import {
  checkPublication,
  createPublicationKey,
  draftOf,
  publicationDraft,
  type PublicationDraft,
  type PublicationProblems,
} from './publication-draft.ts'
import { useTranslation } from '#app/session/words.tsx'
import { useOperatorMutation } from './use-operator-mutation.ts'

/**
 * The form of one notice or article. The input stays until it is saved, even if another operator saves meanwhile. An
 * unsaved draft of an earlier revision is restored as a conflict.
 */
export function usePublication(kind: PublicationKind, stored: StoredPublication | null) {
  const { t, language } = useTranslation('operators', 'publishing')
  const navigate = useNavigate()
  const { send: sendOne, isPending } = useOperatorMutation()
  const id = stored?.id ?? null
  const memberId = useMember()?.id ?? null
  const idOf = (each: number | null) => `${kind}-${each ?? 'new'}`
  const [isConflict, setIsConflict] = useState(false)
  // `revision` is the draft's base: another number in the database means that another operator saved.
  const form = useDraft(
    publicationDraft,
    () => ({
      revision: stored?.revision ?? null,
      key: createPublicationKey(),
      draft: draftOf(kind, stored),
    }),
    {
      id: idOf(id),
      restore: (saved) => {
        setIsConflict(saved.revision !== (stored?.revision ?? null))
        return saved
      },
    },
  )
  const { draft, revision, key } = form.value
  const [problems, setProblems] = useState<PublicationProblems>({})

  function change(part: Partial<PublicationDraft>): void {
    form.change((now) => ({ ...now, draft: { ...now.draft, ...part } }))
    // The time is checked only for a publication at a time.
    const changed = 'publish' in part ? { ...part, at: null } : part
    setProblems((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in changed))))
  }

  /** Loads the stored values, and discards the input. */
  function takeStored(): void {
    const undo = form.discard({ key, draft: draftOf(kind, stored), revision: stored?.revision ?? null })
    setProblems({})
    setIsConflict(false)
    showToast({
      message: t('publishing.discarded'),
      action: { label: t('publishing.undo'), run: undo },
    })
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
        form.forget()
        // Input since the save is newer, and based on the revision just saved.
        const now = { key, draft: form.read().draft, revision: saved.revision }
        if (now.draft !== sent) publicationDraft.of(memberId, idOf(saved.id)).save(now)
        form.show(now)
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
    form.forget()
    await navigate(`/${language}/admin/publication?kind=${kind}`, { replace: true })
  }

  return {
    draft,
    problems,
    isPending,
    isRestored: form.isRestored,
    isConflict,
    change,
    save,
    /** Overwrites another operator's save, which the page has loaded by then. */
    overwrite: () => save(stored?.revision ?? null),
    takeStored,
    remove,
  }
}
