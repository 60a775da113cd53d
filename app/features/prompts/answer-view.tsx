import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { modelLabels } from '#shared/model-labels.ts'
import { parseMarkdown } from '#app/ui/editor/markdown-tree.ts'
import { MarkdownView } from '#app/ui/editor/markdown-view.tsx'
import { ArrowIcon } from '#app/ui/icons.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { isUseGoing } from './conversation.ts'
import type { PromptRun } from './run-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import iconButton from '#app/ui/icon-button.module.css'
import styles from './answer-view.module.css'

/**
 * One answer: its text in any state, and its actions. Of several answers to the same question it shows the newest, with
 * links to the others.
 */
export function AnswerView(props: {
  /** Oldest first, in their current state. */
  answers: PromptRun[]
  /** Names the model above the text: where more than one answers. */
  isNamed: boolean
  actions: (answer: PromptRun) => ReactNode
}) {
  const { t } = useTranslation('prompts', 'runs', 'errors')
  const { answers } = props
  const [chosen, setChosen] = useState<number | null>(null)
  const [seen, setSeen] = useState(answers.length)
  // A new answer is shown automatically.
  if (seen !== answers.length) {
    setSeen(answers.length)
    setChosen(null)
  }
  const index = chosen ?? answers.length - 1
  const answer = answers[index] ?? answers.at(-1)
  if (!answer) return null
  const isGoing = isUseGoing(answer)
  return (
    <article
      className={styles.answer}
      aria-label={t('runs.answer.label', { model: modelLabels[answer.model] })}
      aria-busy={isGoing}
      data-live={isGoing || undefined}
    >
      {props.isNamed && (
        <h2 className={styles.model}>
          {modelLabels[answer.model]}
          {answer.token > 0 && !isGoing && (
            <span className={styles.cost}>{t('runs.answer.cost', { tokens: answer.token })}</span>
          )}
        </h2>
      )}
      {answer.result && (
        <div className={styles.text}>
          <AnswerText text={answer.result} />
        </div>
      )}
      {isGoing && !answer.result && <p className={styles.waiting}>{t('runs.answer.starting')}</p>}
      {answer.status === 'failed' && (
        <p className={styles.failed} role="alert">
          {t(`errors.${answer.error_code ?? 'prompt_use_create_failed'}`)} {t('runs.answer.failed')}
        </p>
      )}
      {answer.status === 'stopped' && <p className={styles.note}>{t('runs.answer.isStopped')}</p>}
      {answer.by !== answer.model && answer.by !== 'demo' && (
        <p className={styles.note}>
          {t('runs.answer.by', { model: modelLabels[answer.model], by: modelLabels[answer.by] })}
        </p>
      )}
      {!isGoing && (
        <div className="u-middle-row u-mt4">
          {props.actions(answer)}
          {answers.length > 1 && (
            <span className={styles.versions}>
              <StepButton
                label={t('runs.answer.older')}
                isDisabled={index === 0}
                onPress={() => setChosen(index - 1)}
                isBack
              />
              {t('runs.answer.version', { index: index + 1, count: answers.length })}
              <StepButton
                label={t('runs.answer.newer')}
                isDisabled={index === answers.length - 1}
                onPress={() => setChosen(index + 1)}
              />
            </span>
          )}
        </div>
      )}
    </article>
  )
}

function StepButton(props: { label: string; isDisabled: boolean; isBack?: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      className={`${iconButton.button} ${styles.step}`}
      data-back={props.isBack}
      disabled={props.isDisabled}
      aria-label={props.label}
      onClick={props.onPress}
    >
      <ArrowIcon size={16} />
    </button>
  )
}

/** Untrusted Markdown as elements: no HTML, no images, links that show their host (101). */
export function AnswerText({ text }: { text: string }) {
  return (
    <MarkdownView
      nodes={parseMarkdown(text)}
      language={{
        lang: /[가-힣]/.test(text) ? 'ko' : 'en',
        dir: /^\P{L}*[\u0590-\u08ff]/u.test(text) ? 'rtl' : 'ltr',
      }}
    />
  )
}

/** Copies an answer as its Markdown. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation('prompts', 'runs')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      showToast({ message: t('runs.answer.copied') })
    } catch (error) {
      console.warn('Copying was refused.', error)
      showToast({ message: t('runs.answer.copyFailed'), tone: 'error' })
    }
  }
  return (
    <Button variant="default" size="sm" onClick={() => void copy()}>
      {t('runs.answer.copy')}
    </Button>
  )
}
