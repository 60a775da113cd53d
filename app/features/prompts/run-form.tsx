import { Button } from '@mantine/core'
import { Suspense, type ReactNode } from 'react'
import { modelLabels } from '#shared/model-labels.ts'
import {
  checkPromptValues,
  fillPrompt,
  parsePromptVariables,
  promptValueMaxLength,
  startValues,
  type PromptVariable,
} from '#shared/prompt-variables.ts'
import { estimatePromptRun, modelsSideBySide } from '#shared/prompts-run.ts'
import { availableTokens, signUpTokens } from '#shared/usage.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { useRootData, useMember } from '#app/session/root-data.ts'
import { useUsage } from '#app/session/live-usage.tsx'
import { isBlockingError } from '#app/session/is-blocking-error.ts'
import { signInPath } from '#app/session/redirects.ts'
import { useDraft } from '#app/session/use-draft.ts'
import { checked, useForm, type FieldProblems } from '#app/session/use-form.ts'
import { Form } from '#app/ui/form.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { promptValues } from './stored-values.ts'
import type { Prompt } from './prompts-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { useStartRun } from './use-start-run.ts'
import { VariablesForm } from './variables-form.tsx'
import styles from './run-form.module.css'

const BlockingErrorDialog = lazyWithRetry(() => import('#app/session/blocking-error-dialog.tsx'))

type Values = Record<string, string>

/** The value of the button that asks all models. */
const sideBySide = 'side-by-side'

export type RunFormProps = {
  prompt: Prompt
  /** With a heading of its own, among other parts of a page. */
  isTitled?: boolean
  /** Alone in a pane that scrolls: its buttons stay in view. */
  isPane?: boolean
  /** Initial values instead of those filled in the last time. */
  initial?: Values
  onStarted: (runId: number) => void
  /** Replaces the buttons while this form's run is active. */
  stop?: ReactNode
  isBusy?: boolean
}

/** The prompt's fields and the button that runs it, with its price. Visitors fill it in as well, and find it as it was after signing in. */
export default function RunForm(props: RunFormProps) {
  const { prompt } = props
  const { t } = useTranslation('prompts', 'runs', 'errors')
  const isMember = useMember() !== null
  const { variables, form } = useVariables(prompt, props.initial)
  const { start, isStarting, refusal, clearRefusal } = useStartRun()
  // Only a refusal with a rule is shown at its field.
  const isOfField = Boolean(refusal?.detail?.rule) && variables.some(({ name }) => name === refusal?.field)

  const run = async (values: Values, pressed: string) => {
    const runId = await start(
      {
        prompt_id: prompt.id,
        prompt_parameter: values,
        ...(prompt.version === undefined ? {} : { version: prompt.version }),
        ...(pressed === sideBySide ? { side_by_side: true } : {}),
      },
      ({ field, detail }) => {
        if (field && detail?.rule)
          form.refuse({ [field]: { rule: detail.rule, count: promptValueMaxLength } })
      },
    )
    if (runId !== null) props.onStarted(runId)
  }
  return (
    <Form
      className="u-stack4"
      label={t('runs.form.label')}
      isBusy={isStarting || (props.isBusy ?? false)}
      onSubmit={form.submit(run)}
    >
      {props.isTitled && <h2 className="u-title3">{t('runs.form.label')}</h2>}
      {variables.length > 0 ? (
        <VariablesForm
          idPrefix="run"
          variables={variables}
          values={form.values}
          problemOf={form.problemOf}
          onChange={(name, value) => {
            form.change({ [name]: value })
            clearRefusal()
          }}
        />
      ) : (
        <p className="u-note">{t('runs.form.leadNone')}</p>
      )}
      <div
        className={styles.action}
        data-action-bar={props.isPane ? '' : undefined}
        data-pane={props.isPane || undefined}
        data-busy={props.stop ? true : undefined}
      >
        {props.stop ||
          (isMember ? (
            <RunButtons
              prompt={prompt}
              values={form.values}
              isStarting={isStarting}
              isBusy={props.isBusy ?? false}
            />
          ) : (
            <SignIn prompt={prompt} />
          ))}
        {refusal && !isOfField && !isBlockingError(refusal) && (
          <p className="u-problem" role="alert">
            {refusal.code === 'invalid_field' && refusal.detail?.rule
              ? t(`errors.field.${refusal.detail.rule}`, { count: refusal.detail.count ?? 0 })
              : t(`errors.${refusal.code}`, { count: refusal.detail?.count ?? 0 })}
          </p>
        )}
      </div>
      {refusal && isBlockingError(refusal) && (
        <Suspense>
          <BlockingErrorDialog error={refusal} onClose={clearRefusal} />
        </Suspense>
      )}
    </Form>
  )
}

function RunButtons(props: { prompt: Prompt; values: Values; isStarting: boolean; isBusy: boolean }) {
  const { t } = useTranslation('prompts', 'runs')
  const usage = useUsage()
  const by = useRootData()?.promptModels ?? { gpt: 'demo', gemini: 'demo', claude: 'demo' }
  const { prompt } = props
  const asked = fillPrompt(prompt.prompt ?? '', props.values)
  const models = modelsSideBySide(by)
  const price = (names: (typeof by)['gpt'][]) =>
    estimatePromptRun(asked, prompt.sample_result, names).expected
  return (
    <>
      <Button type="submit" variant="filled" fullWidth loading={props.isStarting} disabled={props.isBusy}>
        {t('runs.form.run', { tokens: price([by[prompt.model]]) })}
      </Button>
      {models.length > 0 && (
        <Button
          type="submit"
          variant="subtle"
          size="sm"
          fullWidth
          disabled={props.isStarting || props.isBusy}
          value={sideBySide}
        >
          {t('runs.form.compare', { count: models.length, tokens: price(models.map((name) => by[name])) })}
        </Button>
      )}
      <p className={styles.hint}>
        {by[prompt.model] !== prompt.model && by[prompt.model] !== 'demo' && (
          <>
            {t('runs.form.standIn', {
              model: modelLabels[prompt.model],
              by: modelLabels[by[prompt.model]],
            })}{' '}
          </>
        )}
        {usage && t('runs.form.left', { tokens: availableTokens(usage) })}
      </p>
    </>
  )
}

/** Visitors cannot read the prompt's text: its price is the minimum of a run, and the answer is nearly all of that. */
function SignIn({ prompt }: { prompt: Prompt }) {
  const { t, language } = useTranslation('prompts', 'runs')
  const by = useRootData()?.promptModels[prompt.model] ?? 'demo'
  const price = estimatePromptRun('', prompt.sample_result, [by]).expected
  const wanted = { pathname: `/${language}/prompt/use`, search: `?id=${prompt.id}` }
  return (
    <>
      <LinkButton to={signInPath(language, wanted)} variant="filled" isWide>
        {t('runs.form.signIn')}
      </LinkButton>
      <p className={styles.hint}>
        {t('runs.form.visitorPrice', { tokens: price })} {t('runs.form.visitor', { tokens: signUpTokens })}
      </p>
    </>
  )
}

/** The fields: with the values of a run, else with those stored from the last time, which the server cannot know. */
function useVariables(prompt: Prompt, initial: Values | undefined) {
  const variables = parsePromptVariables(prompt.variables)
  const draft = useDraft(promptValues, () => startValues(variables, initial), {
    id: prompt.id,
    isWanted: !initial,
    restore: (stored) => startValues(variables, stored),
  })
  const form = useForm(draft.value, (values) => checked(problemsOf(variables, values), () => values), draft)
  return { variables, form }
}

const problemsOf = (variables: PromptVariable[], values: Values): FieldProblems<Values> =>
  Object.fromEntries(
    Object.entries(checkPromptValues(variables, values)).map(([name, rule]) => [
      name,
      { rule, count: promptValueMaxLength },
    ]),
  )
