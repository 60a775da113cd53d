import { useState, type ReactNode } from 'react'
import { modelLabels } from '#shared/model-labels.ts'
import type { PromptRun } from './run-data.ts'
import { AnswerView } from './answer-view.tsx'
import type { Turn } from './conversation.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './answer-columns.module.css'

/** The answers of several models: side by side if the width allows, else in tabs. */
export function AnswerColumns(props: {
  columns: Turn['columns']
  actions: (answer: PromptRun) => ReactNode
}) {
  const { t } = useTranslation('prompts', 'runs')
  const [chosen, setChosen] = useState(0)
  const { columns } = props
  const select = (index: number) => setChosen((index + columns.length) % columns.length)
  return (
    <div className={styles.columns}>
      <div className={styles.tabs} role="tablist" aria-label={t('runs.answer.labels')}>
        {columns.map(({ model }, index) => (
          <button
            key={model}
            type="button"
            role="tab"
            id={`tab-${model}`}
            aria-controls={`column-${model}`}
            aria-selected={index === chosen}
            tabIndex={index === chosen ? 0 : -1}
            className={styles.tab}
            onClick={() => select(index)}
            onKeyDown={(event) => {
              const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
              if (!step) return
              select(index + step)
              const tabs = event.currentTarget.parentElement?.querySelectorAll('button')
              tabs?.[(index + step + columns.length) % columns.length]?.focus()
            }}
          >
            {modelLabels[model]}
          </button>
        ))}
      </div>
      {columns.map(({ model, answers }, index) => (
        <div
          key={model}
          id={`column-${model}`}
          className={styles.column}
          data-chosen={index === chosen || undefined}
        >
          <AnswerView answers={answers} isNamed actions={props.actions} />
        </div>
      ))}
    </div>
  )
}
