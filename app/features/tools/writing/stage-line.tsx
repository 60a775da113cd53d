import { useTranslation } from '#app/session/words.tsx'
import { CheckIcon } from '#app/ui/icons.tsx'
import type { RunState, StageState } from './run-state.ts'
import styles from './stage-line.module.css'

const spoken = { done: 'isDone', active: 'isActive', failed: 'isFailed' } as const satisfies Partial<
  Record<StageState, string>
>

/** The stages as a line of words with their state (T13): the text itself is the progress. */
export function StageLine({ stages }: { stages: RunState['stages'] }) {
  const { t } = useTranslation('writing')
  return (
    <ol className={styles.line} aria-label={t('writing.stage.label')}>
      {stages
        .filter((entry) => entry.stage !== 'done')
        .map(({ stage, state }) => (
          <li
            key={stage}
            className={styles.stage}
            data-state={state}
            aria-current={state === 'active' ? 'step' : undefined}
          >
            {state === 'done' && <CheckIcon size={14} />}
            {(state === 'active' || state === 'failed') && <span className={styles.dot} />}
            {t(`writing.stage.${stage}`)}
            {state !== 'waiting' && (
              <span className="spoken-only">, {t(`writing.stage.${spoken[state]}`)}</span>
            )}
          </li>
        ))}
    </ol>
  )
}
