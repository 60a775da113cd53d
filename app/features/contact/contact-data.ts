import type { ContactForm } from '#shared/contact-form.ts'
import type { ContactType } from '#shared/contact.ts'
import type { Language } from '#shared/language.ts'
import { whenOnline } from '#app/session/chunk-errors.ts'
import { createDraft, parseTexts } from '#app/session/draft.ts'
import type { Api } from '#app/session/api.ts'
import type { Checked } from '#app/session/use-form.ts'
import type { MemberRecord } from '#app/session/session.ts'
import { asAppError, type Supabase } from '#app/session/supabase.ts'

export type ContactDraft = { type: string; email: string; title: string; description: string }

export type OwnQuestion = {
  id: number
  type: ContactType
  title: string
  description: string
  answer: string | null
  answered_at: string | null
  closed_at: string | null
  created_at: string
}

const listedMax = 30

/** The member's own questions, the newest first. @throws AppError */
export async function listOwnQuestions(supabase: Supabase): Promise<OwnQuestion[]> {
  const { data, error } = await supabase
    .from('contact')
    .select('id, type, title, description, answer, answered_at, closed_at, created_at')
    .order('id', { ascending: false })
    .limit(listedMax)
  if (error) throw asAppError(error)
  return data as OwnQuestion[]
}

/** Runs the server's validation before the request (O03). The schema is loaded on demand. */
export async function checkQuestion(
  draft: ContactDraft,
  language: Language,
): Promise<Checked<ContactDraft, ContactForm>> {
  const [{ contactSchema }, { fieldProblems }] = await Promise.all([
    whenOnline(() => import('#shared/contact-form.ts')),
    whenOnline(() => import('#shared/tools-form.ts')),
  ])
  const result = contactSchema.safeParse({ ...draft, lang: language })
  return result.success ? { request: result.data } : { problems: fieldProblems(result.error) }
}

/** @throws AppError too_many_requests, invalid_field */
export async function sendQuestion(api: Api, member: MemberRecord | null, form: ContactForm): Promise<void> {
  await api.json('/contact', { body: { ...form, ...(member ? { uuid: member.uuid } : {}) } })
}

/** Survives a reload and a sign-in, but not the tab. */
export const questionDraft = createDraft<ContactDraft>(
  'contact',
  parseTexts(['type', 'email', 'title', 'description']),
  { storage: 'tab' },
)
