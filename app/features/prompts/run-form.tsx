import { Button } from '@mantine/core'
import { Suspense, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { modelLabels } from '#shared/model-labels.ts'
import type { FieldRule } from '#shared/errors.ts'
import {
  checkPromptValues,
  fillPrompt,
  parsePromptVariables,
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
import { focusFirstError, Form } from '#app/ui/form.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { promptValues } from './stored-values.ts'
import type { Prompt } from './prompts-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { useStartRun } from './use-start-run.ts'
import { VariablesForm } from './variables-form.tsx'
import styles from './run-form.module.css'

const BlockingErrorDialog = lazyWithRetry(() => import('#app/session/blocking-error-dialog.tsx'))

type Values = Record<string, string>

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
  const { t } = useTranslation('prompts', 'runs')
  const isMember = useMember() !== null
  const isSideBySide = useRef(false)
  const { variables, values, change } = useValues(prompt, props.initial)
  const [problems, setProblems] = useState<Record<string, FieldRule>>({})
  const { start, isStarting, refusal, clearRefusal } = useStartRun()

  const refused = refusal?.field && refusal.detail?.rule ? { [refusal.field]: refusal.detail.rule } : {}
  const errors = Object.fromEntries(
    Object.entries({ ...refused, ...problems }).map(([name, rule]) => [
      name,
      `errors.field.${rule}` as const,
    ]),
  )
  const isBesideField =
    refusal !== null && !isBlockingError(refusal) && !variables.some(({ name }) => errors[name])

  const submit = async (element: HTMLFormElement) => {
    const found = checkPromptValues(variables, values)
    flushSync(() => setProblems(found))
    if (Object.keys(found).length > 0) return focusFirstError(element)
    const runId = await start({
      prompt_id: prompt.id,
      prompt_parameter: values,
      ...(prompt.version === undefined ? {} : { version: prompt.version }),
      ...(isSideBySide.current ? { side_by_side: true } : {}),
    })
    if (runId !== null) props.onStarted(runId)
  }
  return (
    <Form
      className={styles.form}
      label={t('runs.form.label')}
      isBusy={isStarting || (props.isBusy ?? false)}
      onSubmit={submit}
    >
      {props.isTitled && <h2 className={styles.title}>{t('runs.form.label')}</h2>}
      {variables.length > 0 ? (
        <VariablesForm
          idPrefix="run"
          variables={variables}
          values={values}
          errors={errors}
          onChange={(name, value) => {
            change(name, value)
            clearRefusal()
            setProblems(Object.fromEntries(Object.entries(problems).filter(([field]) => field !== name)))
          }}
        />
      ) : (
        <p className={styles.note}>{t('runs.form.leadNone')}</p>
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
              values={values}
              isStarting={isStarting}
              isBusy={props.isBusy ?? false}
              onKind={(isComparison) => (isSideBySide.current = isComparison)}
            />
          ) : (
            <SignIn prompt={prompt} />
          ))}
        {isBesideField && (
          <p className={styles.error} role="alert">
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

function RunButtons(props: {
  prompt: Prompt
  values: Values
  isStarting: boolean
  isBusy: boolean
  onKind: (isSideBySide: boolean) => void
}) {
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
      <Button
        type="submit"
        variant="filled"
        fullWidth
        loading={props.isStarting}
        disabled={props.isBusy}
        onClick={() => props.onKind(false)}
      >
        {t('runs.form.run', { tokens: price([by[prompt.model]]) })}
      </Button>
      {models.length > 0 && (
        <Button
          type="submit"
          variant="subtle"
          size="sm"
          fullWidth
          disabled={props.isStarting || props.isBusy}
          onClick={() => props.onKind(true)}
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

/** The field values: those of a run, else those stored from the last time, which the server cannot know. */
function useValues(
  prompt: Prompt,
  initial: Values | undefined,
): { variables: PromptVariable[]; values: Values; change: (name: string, value: string) => void } {
  const variables = parsePromptVariables(prompt.variables)
  const form = useDraft(promptValues, () => startValues(variables, initial), {
    id: prompt.id,
    isWanted: !initial,
    restore: (stored) => startValues(variables, stored),
  })
  return {
    variables,
    values: form.value,
    change: (name, value) => form.change((now) => ({ ...now, [name]: value })),
  }
}
