import { Button } from '@mantine/core'
import { Form, Link } from 'react-router'
import { surveyExpertises, surveyFinds, surveyUses } from '#shared/accounts.ts'
import { ChoiceField } from '#app/ui/choice-field.tsx'
import { useEnterGate } from '#app/ui/form.tsx'
import { useTranslation } from '#app/session/words.tsx'
import type { SurveyAnswers } from './accounts-data.ts'
import { CodeField } from './code-field.tsx'
import styles from './survey-form.module.css'

/** The database's errors for a code that it refuses. */
export const surveyProblems = ['invite_code_unusable', 'invite_code_closed', 'already_received'] as const
type CodeProblem = 'unknown' | 'invalid' | (typeof surveyProblems)[number]
export type SurveyProblem = CodeProblem | 'failed'

/** The sign-up survey: all values of A06 to A08 and the referral code. Every field is optional. */
export function SurveyForm(props: {
  answers: SurveyAnswers | null
  /** The initial value of the code field; null when codes are no longer accepted. */
  code: string | null
  problem: SurveyProblem | null
  isBusy: boolean
  skipTo: string
}) {
  const { t } = useTranslation('accounts', 'errors')
  const composition = useEnterGate()
  return (
    <Form method="post" className="u-stack5" {...composition}>
      <ChoiceField
        name="use"
        label={t('accounts.referrer.use.label')}
        defaultValue={props.answers?.use ?? undefined}
        options={surveyUses.map((value) => ({ value, label: t(`accounts.referrer.use.${value}`) }))}
        columns="narrow"
      />
      <ChoiceField
        name="expertise"
        label={t('accounts.referrer.expertise.label')}
        defaultValue={props.answers?.expertise ?? undefined}
        options={surveyExpertises.map((value) => ({
          value,
          label: t(`accounts.referrer.expertise.${value}`),
        }))}
        columns="narrow"
      />
      <ChoiceField
        name="find"
        label={t('accounts.referrer.find.label')}
        defaultValue={props.answers?.find ?? undefined}
        options={surveyFinds.map((value) => ({ value, label: t(`accounts.referrer.find.${value}`) }))}
        columns="narrow"
      />
      {props.code !== null && (
        <CodeField
          defaultValue={props.code}
          problem={props.problem && props.problem !== 'failed' ? wordsOf(props.problem) : null}
        />
      )}
      {props.code === null && props.problem && props.problem !== 'failed' && (
        <p className="u-problem" role="alert">
          {t(wordsOf(props.problem))}
        </p>
      )}
      {props.problem === 'failed' && (
        <p className="u-problem" role="alert">
          {t('accounts.referrer.failed')}
        </p>
      )}
      <div className="u-stack2">
        <Button type="submit" fullWidth disabled={props.isBusy}>
          {t('accounts.referrer.save')}
        </Button>
        <Link className={styles.skip} to={props.skipTo}>
          {t('accounts.referrer.skip')}
        </Link>
      </div>
    </Form>
  )
}

const wordsOf = (problem: CodeProblem) =>
  problem === 'unknown' || problem === 'invalid'
    ? (`accounts.referrer.code.${problem}` as const)
    : (`errors.${problem}` as const)
