import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { modelLabels } from '#shared/model-labels.ts'
import type { PromptModelName } from '#shared/prompts.ts'
import { promptRunLimits } from '#shared/prompts-run.ts'
import { checked, checkText, useForm } from '#app/session/use-form.ts'
import { ChoiceField } from '#app/ui/choice-field.tsx'
import { TextAreaField } from '#app/ui/fields.tsx'
import { Form } from '#app/ui/form.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './follow-up.module.css'

type Question = { prompt: string; model: PromptModelName }

/** The box for the next question. Ctrl or ⌘ with Enter sends it; Enter alone is a line break, so no syllable is ever lost. */
export function FollowUp(props: {
  /** More than one where several answered side by side. */
  models: PromptModelName[]
  priceOf: (question: Question) => number
  /** @returns whether it was accepted; otherwise the input stays */
  onAsk: (question: Question) => Promise<boolean>
  isStarting: boolean
  /** Replaces the button while a run is active. */
  stop: ReactNode
  isBusy: boolean
}) {
  const { t } = useTranslation('prompts', 'runs')
  const first = { prompt: '', model: props.models[0] ?? 'gpt' }
  const { values, change, field, submit } = useForm(first, ({ prompt, model }) =>
    checked({ prompt: checkText(prompt, promptRunLimits.question) }, () => ({
      prompt: prompt.trim(),
      model,
    })),
  )
  const ask = async (question: Question) => {
    if (await props.onAsk(question)) change({ prompt: '' })
  }
  return (
    <Form
      className="u-stack3 u-ruled u-mt5"
      label={t('runs.follow.label')}
      isBusy={props.isStarting || props.isBusy}
      onSubmit={submit(ask)}
    >
      {props.models.length > 1 && (
        <ChoiceField
          {...field('model')}
          label={t('runs.follow.model')}
          options={props.models.map((name) => ({ value: name, label: modelLabels[name] }))}
        />
      )}
      <TextAreaField
        {...field('prompt')}
        name="question"
        label={t('runs.follow.label')}
        placeholder={t('runs.follow.placeholder')}
        rows={2}
        limit={promptRunLimits.question}
        onKeyDown={(event) => {
          const isSend = event.key === 'Enter' && (event.metaKey || event.ctrlKey)
          if (isSend && !event.nativeEvent.isComposing) event.currentTarget.form?.requestSubmit()
        }}
      />
      <div className={styles.send}>
        {props.stop ?? (
          <Button type="submit" variant="default" loading={props.isStarting} disabled={props.isBusy}>
            {t('runs.follow.ask', { tokens: props.priceOf(values) })}
          </Button>
        )}
      </div>
    </Form>
  )
}
