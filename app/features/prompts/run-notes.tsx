import { Button } from '@mantine/core'
import type { AppError } from '#shared/errors.ts'
import { isRunGoing, type FollowedRun } from '#app/session/use-followed-run.ts'
import type { PromptRunState } from './prompt-run-state.ts'
import type { PromptRun } from './run-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './prompt-run-page.module.css'

/** A note about the answers: the run's state and cost. Announced once, at the end. */
export function RunNotes(props: {
  uses: PromptRun[]
  run: FollowedRun<PromptRunState>
  lineError: AppError | null
}) {
  const { t } = useTranslation('prompts', 'runs', 'errors')
  const { state } = props.run
  const isDemo = props.uses.some((use) => use.is_demo)
  return (
    <div className={styles.notes}>
      <span>{t(isDemo ? 'runs.answer.demo' : 'runs.answer.ai')}</span>
      <span role="status">{state.cost && describeEnd()}</span>
      {isRunGoing(state) && state.position > 0 && (
        <span role="status">{t('runs.answer.queued', { position: state.position })}</span>
      )}
      {state.leftOut > 0 && <span>{t('runs.answer.leftOut', { count: state.leftOut })}</span>}
      {(props.run.isLineLost || props.lineError) && (
        <span className={styles.lost} role="alert">
          {t(props.lineError ? `errors.${props.lineError.code}` : 'runs.answer.lost')}
          <Button variant="default" size="sm" onClick={() => void props.run.followAgain()}>
            {t('runs.answer.followAgain')}
          </Button>
        </span>
      )}
    </div>
  )

  function describeEnd(): string {
    const { token, available } = state.cost!
    if (state.status === 'failed') return t('runs.answer.failed')
    const key = state.status === 'stopped' ? 'runs.answer.stopped' : 'runs.answer.done'
    return t(key, { tokens: token, available })
  }
}
