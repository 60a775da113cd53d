import { useEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { AppError } from '#shared/errors.ts'
import { useMember } from '#app/session/facts.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { focusFirstError } from '#app/ui/form.tsx'
import { showToast } from '#app/ui/toast.tsx'
import {
  createPrompt,
  findSimilarPrompts,
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
  findDraft,
  forgetDraft,
  isSameDraft,
  keepDraft,
  type DraftProblems,
  type PromptDraft,
} from './prompt-draft.ts'
import { takeTyped } from './read-typed.ts'
import { useFailure } from './use-failure.ts'

/** A prompt's form: what stands in it, what is wrong with it, and saving it as a draft or for its review. */
export function usePromptEditor(prompt: OwnPrompt | null, pane: RefObject<HTMLElement | null>) {
  const { t, language } = useAuthoringWords()
  const memberId = useMember()?.id ?? ''
  const id = prompt?.id ?? null
  const stored = prompt ? draftOfContent(prompt.content) : emptyDraft(language)
  const [draft, setDraft] = useState(stored)
  const [problems, setProblems] = useState<DraftProblems>({})
  const [similar, setSimilar] = useState<SimilarPrompt[] | null>(null)
  const [isRestored, setIsRestored] = useState(false)
  const [busy, setBusy] = useState<'draft' | 'submit' | null>(null)
  const supabase = useSupabase()
  const store = useStoring(prompt, memberId)
  const fail = useFailure()

  useKeptDraft(() => {
    const kept = findDraft(localStorage, memberId, id, stored)
    const isNews = kept !== null && !isSameDraft(kept, stored)
    const typed = takeTyped(stored)
    const next = { ...stored, ...(isNews ? kept : {}), ...typed }
    if (Object.keys(typed).length > 0) keepDraft(localStorage, memberId, id, next)
    setIsRestored(isNews)
    setDraft(next)
  })

  const change = (changes: Partial<PromptDraft>) => {
    const next = { ...draft, ...changes }
    setDraft(next)
    keepDraft(localStorage, memberId, id, next)
    if (Object.keys(problems).length > 0) void lookAgain(next)
  }
  /** A field that was wrong is looked at again while it is mended, the others only at the next save. */
  const lookAgain = async (next: PromptDraft) => {
    const checked = await checkDraft(next)
    const now = 'problems' in checked ? checked.problems : {}
    setProblems((before) => Object.fromEntries(Object.entries(now).filter(([field]) => field in before)))
  }
  const save = async (isSubmitted: boolean, isSure = false) => {
    if (busy) return
    setBusy(isSubmitted ? 'submit' : 'draft')
    try {
      const checked = await checkDraft(draft)
      const wrong = 'problems' in checked ? checked.problems : {}
      // Shown before focus looks for what is marked wrong.
      flushSync(() => setProblems(wrong))
      if ('problems' in checked) {
        const form = pane.current?.querySelector('form')
        if (form) focusFirstError(form)
      } else {
        const alike = isSubmitted && !isSure ? await findAlike(checked.content) : []
        setSimilar(alike.length > 0 ? alike : null)
        if (alike.length === 0) {
          await store(checked.content, isSubmitted)
          setIsRestored(false)
          // As it was kept: composed, without white space at its ends. Unless somebody has typed on meanwhile.
          setDraft((now) => (now === draft ? draftOfContent(checked.content) : now))
        }
      }
    } catch (error) {
      fail(error)
    }
    setBusy(null)
  }
  const findAlike = async ({ title, prompt: text }: PromptContent) =>
    findSimilarPrompts(await supabase(), { title, prompt: text, exceptId: id })

  return {
    draft,
    problems,
    busy,
    similar,
    isRestored,
    isDirty: !isSameDraft(draft, stored),
    change,
    save,
    closeSimilar: () => setSimilar(null),
    /** Back to what is stored. */
    discard() {
      forgetDraft(localStorage, memberId, id)
      setDraft(stored)
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
  return async (content: PromptContent, isSubmitted: boolean) => {
    if (!memberId) throw new AppError('sign_in_required')
    const supabase = await getSupabase()
    const input = { memberId, content, isSubmitted }
    const id = prompt ? prompt.id : await createPrompt(supabase, input)
    if (prompt) await updatePrompt(supabase, { id, ...input })
    forgetDraft(localStorage, memberId, prompt?.id ?? null)
    showToast({ message: t(`authoring.action.${isSubmitted ? 'submitted' : 'drafted'}`) })
    const { logAction } = await import('#app/session/statistics.ts')
    await logAction(supabase, {
      detail: prompt ? 'PROMPT_UPDATE' : 'PROMPT_CREATE',
      url: pathname,
      uuid: memberId,
    })
    if (prompt) await revalidator.revalidate()
    else await navigate(`/${language}/prompt/modify/${id}`, { replace: true })
  }
}

/** Once, after hydration: the server knows neither what was kept nor what was typed before the page came alive. */
function useKeptDraft(take: () => void): void {
  useEffect(() => {
    take()
    // Later the form on screen is newer than what was kept.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
}
