import { data, redirect, useNavigation } from 'react-router'
import { recommendCodePattern } from '#shared/accounts.ts'
import { findInviter, findSurvey, readSurvey, saveSurvey } from '#app/features/accounts/accounts-data.ts'
import { SignPage } from '#app/features/accounts/sign-page.tsx'
import { SurveyForm, type SurveyProblem } from '#app/features/accounts/survey-form.tsx'
import { requireMember } from '#app/session/require.ts'
import { useAccountsWords } from '#app/features/accounts/accounts-words.ts'
import type { Route } from './+types/referrer'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase, member, language } = requireMember(context, url)
  return { answers: await findSurvey(supabase, member.id), skipTo: `/${language}/sign/complete${url.search}` }
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const { supabase, member, language } = requireMember(context, url)
  const answers = readSurvey(await request.formData())
  try {
    if (answers.recommend_code !== null) {
      if (!recommendCodePattern.test(answers.recommend_code)) return refuse('invalid')
      if (!(await findInviter(supabase, answers.recommend_code))) return refuse('unknown')
    }
    await saveSurvey(supabase, member, answers)
  } catch (error) {
    console.error(error)
    return data({ problem: 'failed' satisfies SurveyProblem }, { status: 500 })
  }
  return redirect(`/${language}/sign/complete${url.search}`)
}

function refuse(problem: SurveyProblem) {
  return data({ problem }, { status: 400 })
}

export default function SignReferrer({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useAccountsWords()
  const navigation = useNavigation()
  return (
    <SignPage title={t('accounts.referrer.title')} text={t('accounts.referrer.text')}>
      <SurveyForm
        answers={loaderData.answers}
        problem={(actionData?.problem as SurveyProblem | undefined) ?? null}
        isBusy={navigation.state !== 'idle'}
        skipTo={loaderData.skipTo}
      />
    </SignPage>
  )
}
