import { useState } from 'react'
import { useMember } from '#app/session/root-data.ts'
import { useDraft } from '#app/session/use-draft.ts'
import { useForm } from '#app/session/use-form.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { checkQuestion, questionDraft, sendQuestion, type ContactDraft } from './contact-data.ts'
import { useTranslation } from '#app/session/words.tsx'

/** The draft of a question: stored in the tab, validated as on the server, sent once. */
export function useContact() {
  const { language, t } = useTranslation('contact')
  const member = useMember()
  const first: ContactDraft = { type: 'service', email: member?.email ?? '', title: '', description: '' }
  const draft = useDraft(questionDraft, first, {
    // The member's newer input wins.
    restore: (stored, now) => {
      const names = Object.keys(stored) as (keyof ContactDraft)[]
      const old = names.filter((name) => now[name] === first[name] && stored[name])
      return { ...now, ...Object.fromEntries(old.map((name) => [name, stored[name]])) }
    },
  })
  const form = useForm(first, (values) => checkQuestion(values, language), draft)
  const { send, isPending, problem } = useMutation({
    isInline: true,
    revalidates: true,
    explain: ({ words }) => words ?? t('contact.failed'),
  })
  /** Where the answer goes, once the question is sent. */
  const [sentTo, setSentTo] = useState<string | null>(null)

  return {
    draft: form.values,
    isPending,
    problem: form.hasProblems ? t('contact.check') : problem,
    sentTo,
    field: form.field,
    submit: form.submit((question) =>
      send(async ({ api }) => {
        await sendQuestion(api, member, question)
        draft.forget()
        setSentTo(question.email)
      }),
    ),
    again() {
      draft.show({ ...first, email: form.values.email })
      setSentTo(null)
    },
  }
}
