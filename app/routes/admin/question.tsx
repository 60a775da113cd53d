import { findQuestion } from '#app/features/operators/operators-data.ts'
import { QuestionPage } from '#app/features/operators/question-page.tsx'
import { readNumber } from '#app/features/operators/read-query.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { requireOperator, requirePage } from '#app/session/require.ts'
import type { Route } from './+types/question'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { supabase } = requireOperator(context)
  const id = readNumber(params.id)
  requirePage(id !== undefined)
  const question = await findQuestion(supabase, id)
  requirePage(question !== null)
  return { question }
}

export default function QuestionRoute({ loaderData: { question } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={question.title} />
      <QuestionPage key={question.id} question={question} />
    </>
  )
}
