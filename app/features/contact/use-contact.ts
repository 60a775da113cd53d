import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useRevalidator } from 'react-router'
import { toAppError } from '#app/ui/to-app-error.ts'
import { useMember } from '#app/session/root-data.ts'
import { useApi } from '#app/session/use-api.ts'
import { focusFirstError } from '#app/ui/form.tsx'
import {
  checkQuestion,
  loadQuestion,
  saveQuestion,
  sendQuestion,
  type ContactDraft,
  type ContactProblems,
} from './contact-data.ts'
import { useContactWords } from './contact-words.ts'

type Sending =
  | { state: 'writing' | 'busy' }
  | { state: 'failed'; text: string }
  | { state: 'sent'; email: string }

/** The draft of a question: stored in the tab, validated as on the server, sent once. */
export function useContact() {
  const { language, t } = useContactWords()
  const member = useMember()
  const api = useApi()
  const { revalidate } = useRevalidator()
  const first: ContactDraft = { type: 'service', email: member?.email ?? '', title: '', description: '' }
  const [draft, setDraft] = useState(first)
  const [problems, setProblems] = useState<ContactProblems>({})
  const [sending, setSending] = useState<Sending>({ state: 'writing' })

  useStoredQuestion((stored) => {
    // The member's newer input wins.
    setDraft((now) => {
      const names = Object.keys(stored) as (keyof ContactDraft)[]
      const old = names.filter((name) => now[name] === first[name] && stored[name])
      return { ...now, ...Object.fromEntries(old.map((name) => [name, stored[name]])) }
    })
  })

  const fail = (error: unknown) => {
    setSending({ state: 'failed', text: toAppError(error).words ?? t('contact.failed') })
  }

  return {
    draft,
    problems,
    sending,
    change(changes: Partial<ContactDraft>) {
      const next = { ...draft, ...changes }
      setDraft(next)
      saveQuestion(next)
      setProblems((before) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => !(name in changes))),
      )
    },
    async send(form: HTMLFormElement) {
      setSending({ state: 'busy' })
      try {
        const checked = await checkQuestion(draft, language)
        if ('problems' in checked) {
          flushSync(() => setProblems(checked.problems))
          focusFirstError(form)
          setSending({ state: 'failed', text: t('contact.check') })
          return
        }
        await sendQuestion(api, member, checked.form)
        saveQuestion(null)
        setSending({ state: 'sent', email: checked.form.email })
        void revalidate()
      } catch (error) {
        fail(error)
      }
    },
    again() {
      setDraft({ ...first, email: draft.email })
      setSending({ state: 'writing' })
    },
  }
}

/** Runs once, after hydration: the server does not know the tab's storage. */
function useStoredQuestion(take: (stored: Partial<ContactDraft>) => void): void {
  useEffect(() => {
    take(loadQuestion())
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
}
