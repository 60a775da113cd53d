import { listQuestions } from '#app/features/operators/operators-data.ts'
import { useOperatorsWords } from '#app/features/operators/operators-words.ts'
import { QuestionsPage } from '#app/features/operators/questions-page.tsx'
import { readChoice, readFrom } from '#app/features/operators/read-query.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { requireOperator, requirePage } from '#app/session/require.ts'
import { contactTypes } from '#shared/contact.ts'
import type { Route } from './+types/questions'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase } = requireOperator(context)
  const state = readChoice(url.searchParams.get('state'), ['done'])
  const type = readChoice(url.searchParams.get('type'), contactTypes)
  const from = readFrom(url)
  requirePage(state !== undefined && type !== undefined && from !== undefined)
  const isOpen = state === null
  const page = await listQuestions(supabase, { isOpen, type, from })
  return { isOpen, type, page, isFirstPage: from === null }
}

export default function QuestionsRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useOperatorsWords()
  return (
    <>
      <PageHead title={t('operators.nav.questions')} />
      <QuestionsPage {...loaderData} />
    </>
  )
}
