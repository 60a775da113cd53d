import { data, redirect, useNavigation } from 'react-router'
import { recommendCodePattern } from '#shared/accounts.ts'
import { AppError } from '#shared/errors.ts'
import {
  findInviter,
  findSurvey,
  readSurvey,
  saveSurvey,
  takesRecommendCode,
} from '#app/features/accounts/accounts-data.ts'
import { inviteCookieHeader, readInviteCode } from '#app/features/invites/invite-cookie.ts'
import { SignPage } from '#app/features/accounts/sign-page.tsx'
import { SurveyForm, surveyProblems, type SurveyProblem } from '#app/features/accounts/survey-form.tsx'
import { requireMember } from '#app/session/require.ts'
import { requestConfig } from '#app/session/request-config.ts'
import { useTranslation } from '#app/session/words.tsx'
import type { Route } from './+types/referrer'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { supabase, member, language } = requireMember(context, url)
  const [answers, takesCode] = await Promise.all([
    findSurvey(supabase, member.id),
    takesRecommendCode(supabase),
  ])
  return {
    answers,
    code: takesCode ? (answers?.recommend_code ?? readInviteCode(request) ?? '') : null,
    skipTo: `/${language}/sign/complete${url.search}`,
  }
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const { supabase, member, language } = requireMember(context, url)
  const form = await request.formData()
  const answers = readSurvey(form)
  try {
    if (!form.has('recommend_code'))
      answers.recommend_code = (await findSurvey(supabase, member.id))?.recommend_code ?? null
    else if (answers.recommend_code !== null) {
      if (!recommendCodePattern.test(answers.recommend_code)) return refuse('invalid')
      if (!(await findInviter(supabase, answers.recommend_code))) return refuse('unknown')
    }
    await saveSurvey(supabase, member, answers)
  } catch (error) {
    const problem = surveyProblems.find((code) => error instanceof AppError && error.code === code)
    if (problem) return refuse(problem)
    console.error(error)
    return data({ problem: 'failed' satisfies SurveyProblem }, { status: 500 })
  }
  // The survey has the code now, or none on purpose.
  const headers = inviteCookieHeader(null, context.get(requestConfig).siteOrigin)
  return redirect(`/${language}/sign/complete${url.search}`, { headers })
}

function refuse(problem: SurveyProblem) {
  return data({ problem }, { status: 400 })
}

export default function SignReferrer({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation('accounts')
  const navigation = useNavigation()
  return (
    <SignPage title={t('accounts.referrer.title')} text={t('accounts.referrer.text')}>
      <SurveyForm
        answers={loaderData.answers}
        code={loaderData.code}
        problem={(actionData?.problem as SurveyProblem | undefined) ?? null}
        isBusy={navigation.state !== 'idle'}
        skipTo={loaderData.skipTo}
      />
    </SignPage>
  )
}
