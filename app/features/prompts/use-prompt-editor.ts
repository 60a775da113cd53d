import { useEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { AppError } from '#shared/errors.ts'
import { useMember } from '#app/session/root-data.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { useErrorToast } from '#app/session/use-error-toast.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { focusFirstError } from '#app/ui/form.tsx'
import { showToast } from '#app/ui/toast.tsx'
import {
  createPrompt,
  findSimilarPrompts,
  stashDiscardedEdit,
  updatePrompt,
  type OwnPrompt,
  type PromptContent,
  type SimilarPrompt,
} from './author-data.ts'
import { useAuthoringWords } from './authoring-words.ts'
import {
  checkDraft,
  draftOfContent,
  emptyDraft,
  loadDraft,
  deleteDraft,
  isSameDraft,
  saveDraft,
  type DraftProblems,
  type PromptDraft,
} from './prompt-draft.ts'

/** The content that could not be saved, because the prompt was saved elsewhere since. */
export type EditConflict = { content: PromptContent; isSubmitted: boolean }

/** A prompt's form: its values, its errors, and saving it as a draft or for review. */
export function usePromptEditor(prompt: OwnPrompt | null, pane: RefObject<HTMLElement | null>) {
  const { t, language } = useAuthoringWords()
  const memberId = useMember()?.id ?? ''
  const id = prompt?.id ?? null
  const stored = prompt ? draftOfContent(prompt.content) : emptyDraft(language)
  const [draft, setDraft] = useState(stored)
  const [problems, setProblems] = useState<DraftProblems>({})
  const [similar, setSimilar] = useState<SimilarPrompt[] | null>(null)
  // The form's base version, whatever is stored by now.
  const [version, setVersion] = useState(prompt?.version ?? 0)
  const [conflict, setConflict] = useState<EditConflict | null>(null)
  const [isRestored, setIsRestored] = useState(false)
  const [wanted, setWanted] = useState<'draft' | 'submit'>('draft')
  const supabase = useSupabase()
  const { send, isPending } = useMutation()
  const showError = useErrorToast()
  const store = useStoring(prompt, memberId)
  const [isSignedOut, setIsSignedOut] = useState(false)
  // The form stays open, so the member signs in beside it.
  const onError = (_text: string, error: AppError) =>
    error.code === 'sign_in_required' ? setIsSignedOut(true) : showError(error)

  useStoredDraft(() => {
    const local = loadDraft(localStorage, memberId, id, { draft: stored, version })
    if (!local || isSameDraft(local.draft, stored)) return
    setVersion(local.version)
    setIsRestored(true)
    setDraft(local.draft)
  })

  const change = (changes: Partial<PromptDraft>) => {
    const next = { ...draft, ...changes }
    setDraft(next)
    saveDraft(localStorage, memberId, id, { draft: next, version })
    if (Object.keys(problems).length > 0) void lookAgain(next)
  }
  /** An invalid field is validated again at each change, the others only at the next save. */
  const lookAgain = async (next: PromptDraft) => {
    const checked = await checkDraft(next)
    const now = 'problems' in checked ? checked.problems : {}
    setProblems((before) => Object.fromEntries(Object.entries(now).filter(([field]) => field in before)))
  }
  const save = async (isSubmitted: boolean, isSure = false, base = version) => {
    setWanted(isSubmitted ? 'submit' : 'draft')
    const work = async () => {
      const checked = await checkDraft(draft)
      const wrong = 'problems' in checked ? checked.problems : {}
      // Renders before focus moves to the first invalid field.
      flushSync(() => setProblems(wrong))
      if ('problems' in checked) {
        const form = pane.current?.querySelector('form')
        if (form) focusFirstError(form)
      } else {
        const alike = isSubmitted && !isSure ? await findAlike(checked.content) : []
        setSimilar(alike.length > 0 ? alike : null)
        if (alike.length === 0) await sendChecked(checked.content, isSubmitted, base)
      }
    }
    await send(work, { onError })
  }
  const sendChecked = async (content: PromptContent, isSubmitted: boolean, base: number) => {
    try {
      setVersion(await store(content, isSubmitted, { base, draft }))
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'edit_conflict')) throw error
      setConflict({ content, isSubmitted })
      return
    }
    setConflict(null)
    setIsRestored(false)
    // Shows the stored form: composed and trimmed. Newer input of the member stays.
    setDraft((now) => (now === draft ? draftOfContent(content) : now))
  }
  const findAlike = async ({ title, prompt: text }: PromptContent) =>
    findSimilarPrompts(await supabase(), { title, prompt: text, exceptId: id })

  return {
    draft,
    problems,
    busy: isPending ? wanted : null,
    similar,
    isRestored,
    isDirty: !isSameDraft(draft, stored),
    change,
    save,
    closeSimilar: () => setSimilar(null),
    isSignedOut,
    closeSignIn: () => setIsSignedOut(false),
    conflict,
    closeConflict: () => setConflict(null),
    /** Overwrites the version saved elsewhere, which remains among the versions. */
    saveMine: (theirs: OwnPrompt) => save(conflict?.isSubmitted ?? false, true, theirs.version),
    /** Loads the version saved elsewhere into the form, and stores the form's content among the versions. */
    async takeTheirs(theirs: OwnPrompt) {
      if (!conflict || id === null) return
      const work = async () => {
        setVersion(await stashDiscardedEdit(await supabase(), id, conflict.content))
        deleteDraft(localStorage, memberId, id)
        setDraft(draftOfContent(theirs.content))
        setConflict(null)
        setIsRestored(false)
      }
      await send(work, { onError, revalidates: true })
    },
    /** Resets the form to the stored content. */
    discard() {
      deleteDraft(localStorage, memberId, id)
      setDraft(stored)
      setVersion(prompt?.version ?? 0)
      setProblems({})
      setIsRestored(false)
    },
    restore(content: PromptContent) {
      change(draftOfContent(content))
      showToast({ message: t('authoring.versions.restored') })
    },
  }
}

/** Sends what passed the checks. A new prompt's page becomes the page of that prompt. */
function useStoring(prompt: OwnPrompt | null, memberId: string) {
  const { t, language } = useAuthoringWords()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const revalidator = useRevalidator()
  const getSupabase = useSupabase()
  return async (
    content: PromptContent,
    isSubmitted: boolean,
    { base, draft }: { base: number; draft: PromptDraft },
  ): Promise<number> => {
    if (!memberId) throw new AppError('sign_in_required')
    const supabase = await getSupabase()
    const id = prompt ? prompt.id : await createPrompt(supabase, { memberId, content, isSubmitted })
    const version = prompt ? await updatePrompt(supabase, { id, content, isSubmitted, base }) : 1
    deleteDraft(localStorage, memberId, prompt?.id ?? null, draft)
    showToast({ message: t(`authoring.action.${isSubmitted ? 'submitted' : 'drafted'}`) })
    const { logAction } = await import('#app/session/statistics.ts')
    await logAction(supabase, {
      detail: prompt ? 'PROMPT_UPDATE' : 'PROMPT_CREATE',
      url: pathname,
      uuid: memberId,
    })
    if (prompt) await revalidator.revalidate()
    else await navigate(`/${language}/prompt/modify/${id}`, { replace: true })
    return version
  }
}

/** Runs once, after hydration: the server does not know the stored draft. */
function useStoredDraft(take: () => void): void {
  useEffect(() => {
    take()
    // Later the form on screen is newer than the stored draft.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
}
