import { Button } from '@mantine/core'
import { ToneLinks } from './tone-links.tsx'
import type { FollowedRun } from '#app/session/use-followed-run.ts'
import { useTranslation } from '#app/session/words.tsx'
import type { ToneRunState } from './tone-run-state.ts'
import styles from './tone-page.module.css'

/** An active analysis: its stage, the posts it has read, and a button to cancel it. */
export default function ToneProgress(props: {
  run: FollowedRun<ToneRunState>
  /** The posts that the page knows before the first event. */
  urls: string[]
  hasTone: boolean
}) {
  const { t } = useTranslation('learned', 'writing')
  const { run, hasTone } = props
  const { state, isLineLost, isStopping } = run
  const urls = state.urls.length > 0 ? state.urls : props.urls
  return (
    <section id="tone-progress" className={`u-card ${styles.card}`} aria-busy="true">
      <h2 className="u-title4">{t('learned.progress.title')}</h2>
      <p className={styles.stage} role="status">
        <span className={styles.dot} aria-hidden="true" />
        {describe()}
      </p>
      <ToneLinks urls={urls} links={state.links} />
      <p className="u-quiet u-mt3">
        {t('learned.progress.leave')} {hasTone && t('learned.progress.kept')}
      </p>
      <Button variant="default" disabled={isStopping || state.runId === null} onClick={() => void run.stop()}>
        {t(isStopping ? 'writing.pane.stopping' : 'writing.pane.stop')}
      </Button>
    </section>
  )

  function describe(): string {
    if (isLineLost) return t('learned.progress.lost')
    if (state.position > 0) return t('writing.pane.queued', { position: state.position })
    if (state.isLearning) return t('learned.progress.learning')
    return t('learned.progress.reading', { count: urls.length, done: state.links.length })
  }
}
