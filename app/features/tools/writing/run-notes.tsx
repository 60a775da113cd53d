import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useTranslation } from '#app/session/words.tsx'
import { useActions, useShownText } from './writing-context.ts'
import styles from './run-notes.module.css'

/** A note about the text: its state, its cost, and its error if there was one. Announced once, at the end. */
export default function RunNotes() {
  const { t, language } = useTranslation('writing', 'errors')
  const { t: pictures } = useTranslation('madepictures', 'pictures')
  const { kit, shown: document, run: state, isLineLost, hasPlan, retry } = useShownText()
  const { followAgain, tryAgain } = useActions()
  // Its page has no form, whose heading names the page.
  const isOwn = kit.isOwn === true
  const isThisRun = state.runId !== null && state.runId === document.id
  const ended = isThisRun && state.cost ? describeEnd() : null
  const failedExtras = state.failure ? [] : state.stages.filter((entry) => entry.state === 'failed')
  return (
    <>
      {isOwn ? (
        <h1 className={styles.own}>{t('writing.pane.ownNote')}</h1>
      ) : (
        <span>
          {t(
            document.id === null
              ? 'writing.pane.exampleNote'
              : document.isDemo
                ? 'writing.pane.demoNote'
                : 'writing.pane.aiNote',
          )}
        </span>
      )}
      <span role="status" className={styles.end}>
        {ended}
      </span>
      {document.images > 0 && (
        <span>{pictures('madepictures.cost', { images: imagesOf(document.images) })}</span>
      )}
      {isThisRun && state.position > 0 && (
        <span role="status">{t('writing.pane.queued', { position: state.position })}</span>
      )}
      {document.promptUse !== null && (
        <Link to={`/${language}/prompt/use?run=${document.promptUse}`}>{t('writing.pane.ofPrompt')}</Link>
      )}
      {!isThisRun &&
        document.cost !== null &&
        (document.cost > 0 || (document.promptUse === null && !isOwn)) && (
          <span>
            {document.cost > 0 ? t('writing.pane.cost', { tokens: document.cost }) : t('writing.pane.free')}
          </span>
        )}
      {isThisRun &&
        failedExtras.map(({ stage }) => (
          <span key={stage} role="status">
            {stage === 'research'
              ? t('writing.pane.researchFailed')
              : t('writing.pane.extraFailed', { stage: t(`writing.stage.${stage}`) })}
          </span>
        ))}
      {isThisRun && state.failure && (
        <div className={`u-spread ${styles.failure}`} role="alert">
          <p>
            {state.failure.name && <span>{state.failure.name}: </span>}
            <strong>{t(`errors.${state.failure.code}`)}</strong>{' '}
            {t('writing.pane.failedAt', { stage: t(`writing.stage.${state.failure.stage}`) })}
          </p>
          {state.status === 'failed' && (
            <Button variant="default" size="sm" onClick={() => void tryAgain()}>
              {t('writing.pane.retry')} · {t('writing.again.price', { tokens: retry.tokens })}
              {retry.images > 0 && ` · ${imagesOf(retry.images)}`}
            </Button>
          )}
        </div>
      )}
      {isLineLost && (
        <div className={`u-spread ${styles.failure}`} role="alert">
          <p>{t('writing.pane.lost')}</p>
          <Button variant="default" size="sm" onClick={() => void followAgain()}>
            {t('writing.pane.followAgain')}
          </Button>
        </div>
      )}
    </>
  )

  function imagesOf(count: number): string {
    return pictures(count === 1 ? 'pictures.count.one' : 'pictures.count.many', { count })
  }

  function describeEnd(): string {
    const { token, available } = state.cost!
    if (state.status === 'failed') return t('writing.pane.failed')
    const end = hasPlan ? 'planned' : state.status === 'stopped' ? 'stopped' : 'done'
    return t(`writing.pane.${end}`, { tokens: token, available })
  }
}
