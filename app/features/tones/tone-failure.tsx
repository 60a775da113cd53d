import { postsMin } from '#shared/tones.ts'
import { ToneLinks } from './tone-links.tsx'
import type { ToneAnalysis } from './tones-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './tone-page.module.css'

/** Why the last attempt failed, which posts could not be read, and what stayed unchanged. */
export default function ToneFailure({ analysis, hasTone }: { analysis: ToneAnalysis; hasTone: boolean }) {
  const { t } = useTranslation('learned', 'writing', 'errors')
  const code = analysis.error_code ?? 'tone_create_failed'
  const isUnread = analysis.links.some((link) => 'code' in link)
  return (
    <section id="tone-failure" className={`u-card ${styles.card}`} data-failed>
      <h2 className="u-title4">{t('learned.failure.title')}</h2>
      <p className="u-mt2">{t(`errors.${code}`, { count: postsMin })}</p>
      {isUnread && <ToneLinks urls={analysis.urls} links={analysis.links} />}
      <p className="u-quiet u-mt3">
        {t('learned.failure.free')} {hasTone && t('learned.failure.kept')} {t('learned.failure.retry')}
      </p>
    </section>
  )
}
