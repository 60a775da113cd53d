import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { modelLabels } from '#shared/model-labels.ts'
import { countCharacters } from '#shared/characters.ts'
import type { FieldRule } from '#shared/errors.ts'
import type { PromptModelName } from '#shared/prompts.ts'
import { promptRunLimits } from '#shared/prompts-run.ts'
import { ChoiceField } from '#app/ui/choice-field.tsx'
import { TextAreaField } from '#app/ui/fields.tsx'
import { focusFirstError, Form } from '#app/ui/form.tsx'
import { useRunsWords } from './runs-words.ts'
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
  const { t } = useRunsWords()
  const [prompt, setPrompt] = useState('')
  const [model, setModel] = useState(props.models[0] ?? 'gpt')
  const [problem, setProblem] = useState<FieldRule | null>(null)

  const submit = async (form: HTMLFormElement) => {
    const length = countCharacters(prompt.trim())
    const found = length === 0 ? 'required' : length > promptRunLimits.question ? 'too_long' : null
    flushSync(() => setProblem(found))
    if (found) return focusFirstError(form)
    if (await props.onAsk({ prompt: prompt.trim(), model })) setPrompt('')
  }
  return (
    <Form
      className={styles.box}
      label={t('runs.follow.label')}
      isBusy={props.isStarting || props.isBusy}
      onSubmit={(form) => void submit(form)}
    >
      {props.models.length > 1 && (
        <ChoiceField
          name="model"
          label={t('runs.follow.model')}
          options={props.models.map((name) => ({ value: name, label: modelLabels[name] }))}
          value={model}
          onChange={(value) => setModel(value as PromptModelName)}
        />
      )}
      <TextAreaField
        name="question"
        label={t('runs.follow.label')}
        placeholder={t('runs.follow.placeholder')}
        rows={2}
        limit={promptRunLimits.question}
        value={prompt}
        error={problem ? t(`errors.field.${problem}`, { count: promptRunLimits.question }) : undefined}
        onKeyDown={(event) => {
          const isSend = event.key === 'Enter' && (event.metaKey || event.ctrlKey)
          if (isSend && !event.nativeEvent.isComposing) event.currentTarget.form?.requestSubmit()
        }}
        onChange={(value) => {
          setPrompt(value)
          setProblem(null)
        }}
      />
      <div className={styles.send}>
        {props.stop ?? (
          <Button type="submit" variant="default" loading={props.isStarting} disabled={props.isBusy}>
            {t('runs.follow.ask', { tokens: props.priceOf({ prompt, model }) })}
          </Button>
        )}
      </div>
    </Form>
  )
}
