import { findQuestion } from '#app/features/operators/operators-data.ts'
import { readNumber } from '#app/features/operators/read-query.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { requireOperator, requirePage } from '#app/session/require.ts'
import { requestConfig } from '#app/session/request-config.ts'
import type { Route } from './+types/question'

const QuestionPage = lazyWithRetry(() => import('#app/features/operators/question-page.tsx'))

export async function loader({ context, params }: Route.LoaderArgs) {
  const { supabase } = requireOperator(context)
  const id = readNumber(params.id)
  requirePage(id !== undefined)
  const question = await findQuestion(supabase, id)
  requirePage(question !== null)
  return { question, mailMode: context.get(requestConfig).mailMode }
}

export default function QuestionRoute({ loaderData }: Route.ComponentProps) {
  return <QuestionPage key={loaderData.question.id} {...loaderData} />
}
