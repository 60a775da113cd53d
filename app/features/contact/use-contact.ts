import { useEffect, useEffectEvent, useState } from 'react'
import { useMember } from '#app/session/root-data.ts'
import { useForm } from '#app/session/use-form.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { checkQuestion, loadQuestion, saveQuestion, sendQuestion, type ContactDraft } from './contact-data.ts'
import { useContactWords } from './contact-words.ts'

/** The draft of a question: stored in the tab, validated as on the server, sent once. */
export function useContact() {
  const { language, t } = useContactWords()
  const member = useMember()
  const first: ContactDraft = { type: 'service', email: member?.email ?? '', title: '', description: '' }
  const form = useForm(first, (draft) => checkQuestion(draft, language))
  const { send, isPending, problem } = useMutation({
    isInline: true,
    revalidates: true,
    explain: ({ words }) => words ?? t('contact.failed'),
  })
  /** Where the answer goes, once the question is sent. */
  const [sentTo, setSentTo] = useState<string | null>(null)

  const takeStored = useEffectEvent(() => {
    const stored = loadQuestion()
    // The member's newer input wins.
    const names = Object.keys(stored) as (keyof ContactDraft)[]
    const old = names.filter((name) => form.values[name] === first[name] && stored[name])
    form.change(Object.fromEntries(old.map((name) => [name, stored[name]])))
  })
  // After hydration: the server does not know the tab's storage.
  useEffect(() => takeStored(), [])

  return {
    draft: form.values,
    isPending,
    problem: form.hasProblems ? t('contact.check') : problem,
    sentTo,
    field(name: keyof ContactDraft) {
      const { onChange, ...props } = form.field(name)
      return {
        ...props,
        onChange(value: string) {
          onChange(value)
          saveQuestion({ ...form.values, [name]: value })
        },
      }
    },
    submit: form.submit((question) =>
      send(async ({ api }) => {
        await sendQuestion(api, member, question)
        saveQuestion(null)
        setSentTo(question.email)
      }),
    ),
    again() {
      form.change({ ...first, email: form.values.email })
      setSentTo(null)
    },
  }
}
