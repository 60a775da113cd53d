import { useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { AppError } from '#shared/errors.ts'
import { useMember } from '#app/session/root-data.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { useDraft } from '#app/session/use-draft.ts'
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
import { useTranslation } from '#app/session/words.tsx'
import {
  checkDraft,
  draftOfContent,
  emptyDraft,
  isSameDraft,
  promptDraft,
  type DraftProblems,
  type PromptDraft,
} from './prompt-draft.ts'

/** The content that could not be saved, because the prompt was saved elsewhere since. */
export type EditConflict = { content: PromptContent; isSubmitted: boolean }

/** A prompt's form: its values, its errors, and saving it as a draft or for review. */
export function usePromptEditor(prompt: OwnPrompt | null, pane: RefObject<HTMLElement | null>) {
  const { t, language } = useTranslation('authoring', 'library', 'prompts')
  const memberId = useMember()?.id ?? null
  const id = prompt?.id ?? null
  const stored = prompt ? draftOfContent(prompt.content) : emptyDraft(language)
  // `version` is the form's base, whatever is stored by now.
  const form = useDraft(
    promptDraft,
    { draft: stored, version: prompt?.version ?? 0 },
    { id: id ?? 'new', restore: (found) => (isSameDraft(found.draft, stored) ? null : found) },
  )
  const { draft, version } = form.value
  const [problems, setProblems] = useState<DraftProblems>({})
  const [similar, setSimilar] = useState<SimilarPrompt[] | null>(null)
  const [conflict, setConflict] = useState<EditConflict | null>(null)
  const [wanted, setWanted] = useState<'draft' | 'submit'>('draft')
  const supabase = useSupabase()
  const { send, isPending } = useMutation()
  const showError = useErrorToast()
  const store = useStoring(prompt, memberId)
  const [isSignedOut, setIsSignedOut] = useState(false)
  // The form stays open, so the member signs in next to it.
  const onError = (_text: string, error: AppError) =>
    error.code === 'sign_in_required' ? setIsSignedOut(true) : showError(error)

  const change = (changes: Partial<PromptDraft>) => {
    form.change((now) => ({ ...now, draft: { ...now.draft, ...changes } }))
    if (Object.keys(problems).length > 0) void lookAgain(form.read().draft)
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
        const element = pane.current?.querySelector('form')
        if (element) focusFirstError(element)
      } else {
        const alike = isSubmitted && !isSure ? await findAlike(checked.content) : []
        setSimilar(alike.length > 0 ? alike : null)
        if (alike.length === 0) await sendChecked(checked.content, isSubmitted, base)
      }
    }
    await send(work, { onError })
  }
  const sendChecked = async (content: PromptContent, isSubmitted: boolean, base: number) => {
    let saved
    try {
      saved = await store(content, isSubmitted, base, () =>
        form.forget((found) => isSameDraft(found.draft, draft)),
      )
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'edit_conflict')) throw error
      setConflict({ content, isSubmitted })
      return
    }
    setConflict(null)
    // Shows the stored form: composed and trimmed. Newer input of the member stays.
    const now = form.read().draft
    if (now === draft) form.show({ version: saved, draft: draftOfContent(content) })
    else form.change(() => ({ version: saved, draft: now }))
  }
  const findAlike = async ({ title, prompt: text }: PromptContent) =>
    findSimilarPrompts(await supabase(), { title, prompt: text, exceptId: id })

  return {
    draft,
    problems,
    busy: isPending ? wanted : null,
    similar,
    isRestored: form.isRestored,
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
        const saved = await stashDiscardedEdit(await supabase(), id, conflict.content)
        form.forget()
        form.show({ draft: draftOfContent(theirs.content), version: saved })
        setConflict(null)
      }
      await send(work, { onError, revalidates: true })
    },
    /** Resets the form to the stored content. */
    discard() {
      const undo = form.discard({ draft: stored, version: prompt?.version ?? 0 })
      setProblems({})
      showToast({
        message: t('authoring.action.discarded'),
        action: { label: t('authoring.offer.undo'), run: undo },
      })
    },
    restore(content: PromptContent) {
      change(draftOfContent(content))
      showToast({ message: t('authoring.versions.restored') })
    },
  }
}

/** Sends what passed the checks. A new prompt's page becomes the page of that prompt. */
function useStoring(prompt: OwnPrompt | null, memberId: string | null) {
  const { t, language } = useTranslation('authoring', 'library', 'prompts')
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const revalidator = useRevalidator()
  const getSupabase = useSupabase()
  return async (
    content: PromptContent,
    isSubmitted: boolean,
    base: number,
    onStored: () => void,
  ): Promise<number> => {
    if (!memberId) throw new AppError('sign_in_required')
    const supabase = await getSupabase()
    const id = prompt ? prompt.id : await createPrompt(supabase, { memberId, content, isSubmitted })
    const version = prompt ? await updatePrompt(supabase, { id, content, isSubmitted, base }) : 1
    onStored()
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
