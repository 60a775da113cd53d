import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { formatDay, useZone } from '#app/ui/zone.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { ToneIcon } from './tone-icon.tsx'
import { ToneLinks } from './tone-links.tsx'
import type { Tone, ToneAnalysis } from './tones-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './tone-page.module.css'

const DeleteToneDialog = lazyWithRetry(() => import('./delete-tone-dialog.tsx'))

/** The tone as it was learned (C06): its name and mood, how it writes, when and from what it was learned. */
export default function ToneView(props: {
  tone: Tone
  source: ToneAnalysis | null
  /** Null while another analysis runs or its form is open: the main action is then elsewhere. */
  onAgain: (() => void) | null
  canDelete: boolean
}) {
  const { t, language } = useTranslation('learned', 'writing')
  const { tone, source } = props
  const [isDeleting, setIsDeleting] = useState(false)
  const zone = useZone()
  const date = (iso: string) => formatDay(iso, language, zone)
  const isRelearned = date(tone.updated_at) !== date(tone.created_at)
  return (
    <section id="tone-view" className={`u-card ${styles.card}`} aria-labelledby="tone-title">
      <header className={styles.head}>
        <span className={styles.icon}>
          <ToneIcon name={tone.icon} size={28} />
        </span>
        <div className="u-breakable u-narrowable">
          <p className={styles.status} data-status={tone.status}>
            {t(`learned.status.${tone.status}`)}
          </p>
          <h2 id="tone-title" className={styles.name} tabIndex={-1} dir="auto">
            {tone.title}
          </h2>
          <p className="u-muted u-mt1" dir="auto">
            {tone.description}
          </p>
        </div>
      </header>
      <h3 className={styles.subheading}>{t('learned.view.result')}</h3>
      <Result text={tone.result ?? ''} />
      {source?.is_demo && <p className="u-note u-mt4">{t('learned.view.demo')}</p>}
      <p className="u-quiet u-mt3">
        {[
          isRelearned && t('learned.view.made', { date: date(tone.created_at) }),
          t('learned.view.learned', { date: date(tone.updated_at) }),
          source && t('learned.view.cost', { tokens: source.token }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {source && (
        <details className={styles.details}>
          <summary>{t('learned.view.posts')}</summary>
          <ToneLinks urls={source.urls} links={source.links} />
        </details>
      )}
      <div className="u-middle-row u-mt5">
        <LinkButton to={`/${language}/tool/use?tool=article`} variant={props.onAgain ? 'filled' : 'default'}>
          {t('learned.view.use')}
        </LinkButton>
        {props.onAgain && (
          <Button variant="default" onClick={props.onAgain}>
            {t('learned.view.again')}
          </Button>
        )}
        {props.canDelete && (
          <Button variant="subtle" onClick={() => setIsDeleting(true)}>
            {t('learned.view.delete')}
          </Button>
        )}
      </div>
      {isDeleting && (
        <Suspense>
          <DeleteToneDialog onClose={() => setIsDeleting(false)} />
        </Suspense>
      )}
    </section>
  )
}

/** One line each, as the analysis requires; any other output of a model stays text. */
function Result({ text }: { text: string }) {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/^[-*•]\s*/, '').trim())
    .filter(Boolean)
  return (
    <ul className={styles.result} dir="auto">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
