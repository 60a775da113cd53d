import { listQuestions } from '#app/features/operators/operators-data.ts'
import { readChoice } from '#app/features/operators/read-query.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { requireOperator, requirePage } from '#app/session/require.ts'
import { answerHours, contactTypes } from '#shared/contact.ts'
import type { Route } from './+types/questions'

const QuestionsPage = lazyWithRetry(() => import('#app/features/operators/questions-page.tsx'))

export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase } = requireOperator(context)
  const state = readChoice(url.searchParams.get('state'), ['done'])
  const type = readChoice(url.searchParams.get('type'), contactTypes)
  requirePage(state !== undefined && type !== undefined)
  const isOpen = state === null
  const page = await listQuestions(supabase, { isOpen, type, from: null })
  const late = new Date(Date.now() - answerHours * 3_600_000).toISOString()
  return { isOpen, type, page, late }
}

export default function QuestionsRoute({ loaderData }: Route.ComponentProps) {
  return <QuestionsPage {...loaderData} />
}
