import { useState } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { AppError } from '#shared/errors.ts'
import { useMember } from '#app/session/root-data.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { useDraft } from '#app/session/use-draft.ts'
import { useErrorToast } from '#app/session/use-error-toast.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { useForm } from '#app/session/use-form.ts'
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
import { checkDraft, draftOfContent, emptyDraft, isSameDraft, promptDraft } from './prompt-draft.ts'

/** The content that could not be saved, because the prompt was saved elsewhere since. */
export type EditConflict = { content: PromptContent; isSubmitted: boolean }

/** The value of the button that saves a draft. */
export const asDraft = 'draft'

/** A prompt's form: its values, its errors, and saving it as a draft or for review. */
export function usePromptEditor(prompt: OwnPrompt | null) {
  const { t, language } = useTranslation('authoring', 'library', 'prompts')
  const memberId = useMember()?.id ?? null
  const id = prompt?.id ?? null
  const stored = prompt ? draftOfContent(prompt.content) : emptyDraft(language)
  // `version` is the form's base, whatever is stored by now.
  const kept = useDraft(
    promptDraft,
    { draft: stored, version: prompt?.version ?? 0 },
    { id: id ?? 'new', restore: (found) => (isSameDraft(found.draft, stored) ? null : found) },
  )
  const { draft, version } = kept.value
  const form = useForm(draft, checkDraft, {
    value: draft,
    change: (next) => kept.change((now) => ({ ...now, draft: next(now.draft) })),
  })
  const [similar, setSimilar] = useState<{ prompts: SimilarPrompt[]; content: PromptContent } | null>(null)
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

  const save = async (content: PromptContent, isSubmitted: boolean, isSure = false, base = version) => {
    const work = async () => {
      setWanted(isSubmitted ? 'submit' : 'draft')
      const alike = isSubmitted && !isSure ? await findAlike(content) : []
      setSimilar(alike.length > 0 ? { prompts: alike, content } : null)
      if (alike.length === 0) await sendChecked(content, isSubmitted, base)
    }
    await send(work, { onError })
  }
  const sendChecked = async (content: PromptContent, isSubmitted: boolean, base: number) => {
    let saved
    try {
      saved = await store(content, isSubmitted, base, () =>
        kept.forget((found) => isSameDraft(found.draft, draft)),
      )
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'edit_conflict')) throw error
      setConflict({ content, isSubmitted })
      return
    }
    setConflict(null)
    // Shows the stored form: composed and trimmed. Newer input of the member stays.
    const now = kept.read().draft
    if (now === draft) kept.show({ version: saved, draft: draftOfContent(content) })
    else kept.change(() => ({ version: saved, draft: now }))
  }
  const findAlike = async ({ title, prompt: text }: PromptContent) =>
    findSimilarPrompts(await supabase(), { title, prompt: text, exceptId: id })

  const { checking } = form
  const checked = checking === null ? null : checking === asDraft ? 'draft' : 'submit'
  return {
    form,
    /** What is checked or sent now. */
    busy: isPending ? wanted : checked,
    similar: similar?.prompts ?? null,
    isRestored: kept.isRestored,
    isDirty: !isSameDraft(draft, stored),
    submit: form.submit((content, pressed) => save(content, pressed !== asDraft)),
    submitSimilar: () => similar && save(similar.content, true, true),
    closeSimilar: () => setSimilar(null),
    isSignedOut,
    closeSignIn: () => setIsSignedOut(false),
    conflict,
    closeConflict: () => setConflict(null),
    /** Overwrites the version saved elsewhere, which remains among the versions. */
    saveMine: (theirs: OwnPrompt) =>
      conflict && save(conflict.content, conflict.isSubmitted, true, theirs.version),
    /** Loads the version saved elsewhere into the form, and stores the form's content among the versions. */
    async takeTheirs(theirs: OwnPrompt) {
      if (!conflict || id === null) return
      const work = async () => {
        const saved = await stashDiscardedEdit(await supabase(), id, conflict.content)
        kept.forget()
        kept.show({ draft: draftOfContent(theirs.content), version: saved })
        setConflict(null)
      }
      await send(work, { onError, revalidates: true })
    },
    /** Resets the form to the stored content. */
    discard() {
      const undo = kept.discard({ draft: stored, version: prompt?.version ?? 0 })
      form.clearProblems()
      showToast({
        message: t('authoring.action.discarded'),
        action: { label: t('authoring.offer.undo'), run: undo },
      })
    },
    restore(content: PromptContent) {
      form.change(draftOfContent(content))
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
