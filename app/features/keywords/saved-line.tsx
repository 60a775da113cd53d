import { Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { CloseIcon } from '#app/ui/icons.tsx'
import { formatDay, useZone } from '#app/ui/zone.ts'
import type { LastRank } from './blog-rank.tsx'
import { changeOf } from './chart-data.ts'
import { searchesOf, type SavedKeyword } from './saved-data.ts'
import { useSavedFigures } from './use-saved-figures.ts'
import { useTranslation } from '#app/session/words.tsx'
import iconButton from '#app/ui/icon-button.module.css'
import styles from './saved-page.module.css'

// The server's HTML of it is visible before its code loads.
const KeywordWeeks = lazyWithRetry(() => import('./keyword-weeks.tsx'))
const BlogRank = lazyWithRetry(() => import('./blog-rank.tsx'))
const NoteForm = lazyWithRetry(() => import('./note-form.tsx'))

/** A saved keyword: whether it is compared, its searches and their change, and its note. */
export function SavedLine(props: {
  line: SavedKeyword
  isCompared: boolean
  canCompare: boolean
  onCompare: () => void
  onMove: () => void
  onRemove: () => void
}) {
  const { t, language } = useTranslation('savedkeywords')
  const figures = useSavedFigures()
  const zone = useZone()
  const { line, isCompared } = props
  const { keyword } = line
  const shown = figures(line)
  return (
    <li className={styles.line} data-line={line.id}>
      <label className={styles.check}>
        <input
          type="checkbox"
          className="u-tick"
          checked={isCompared}
          disabled={!isCompared && !props.canCompare}
          aria-label={t('savedkeywords.compareLabel', { keyword })}
          onChange={props.onCompare}
        />
      </label>
      <div className={styles.about}>
        <p className="u-middle-row">
          <Link
            to={`/${language}/tool/keyword?${new URLSearchParams({ keyword })}`}
            className={`u-quiet-link ${styles.keyword}`}
            aria-label={t('savedkeywords.analyse', { keyword })}
            dir="auto"
          >
            {keyword}
          </Link>
          {line.is_sample && <span className="u-badge">{t('savedkeywords.sample')}</span>}
        </p>
        <p className={styles.figures}>
          {searchesOf(line.last_figures)
            ? t('savedkeywords.searches', { count: shown.total })
            : t('savedkeywords.notCounted')}
          {changeOf(line) && ` · ${shown.change}`}
        </p>
        <p className={styles.note}>
          {t('savedkeywords.since', { date: formatDay(line.created_at, language, zone) })}
        </p>
        <Suspense>
          <KeywordWeeks line={line} />
        </Suspense>
        <List line={line} onMove={props.onMove} />
        <Rank line={line} />
        <Note line={line} />
      </div>
      <button
        type="button"
        className={iconButton.button}
        aria-label={t('savedkeywords.remove', { keyword })}
        onClick={props.onRemove}
      >
        <CloseIcon size={16} />
      </button>
    </li>
  )
}

function List({ line, onMove }: { line: SavedKeyword; onMove: () => void }) {
  const { t } = useTranslation('savedkeywords')
  return (
    <button type="button" className={`u-bare-button ${styles.listButton}`} onClick={onMove}>
      {line.list ? t('savedkeywords.inList', { list: line.list }) : t('savedkeywords.put')}
      <span className="spoken-only"> {t('savedkeywords.ofKeyword', { keyword: line.keyword })}</span>
    </button>
  )
}

/** Its code loads when it is opened. */
function Rank({ line }: { line: SavedKeyword }) {
  const { t } = useTranslation('savedkeywords')
  const [isOpen, setOpen] = useState(false)
  const [last, setLast] = useState<LastRank>({
    blog: line.blog,
    position: line.rank_position,
    checkedAt: line.rank_checked_at,
  })
  return (
    <details className={styles.noteBox} onToggle={() => setOpen(true)}>
      <summary className={styles.summary}>
        {last.checkedAt === null
          ? t('savedkeywords.rank')
          : last.position === null
            ? t('savedkeywords.rankNone')
            : t('savedkeywords.rankPosition', { position: last.position })}
      </summary>
      {isOpen && (
        <Suspense>
          <BlogRank line={line} last={last} onChange={setLast} />
        </Suspense>
      )}
    </details>
  )
}

/** The note opens for writing, and closes when it is saved. The code of its form loads when it is opened. */
function Note({ line }: { line: SavedKeyword }) {
  const { t } = useTranslation('savedkeywords')
  const details = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [saved, setSaved] = useState(line.note)
  const close = (note: string) => {
    setSaved(note)
    if (!details.current) return
    details.current.open = false
    details.current.querySelector('summary')?.focus()
  }
  return (
    <details ref={details} className={styles.noteBox} onToggle={() => setOpen(true)}>
      <summary className={styles.summary} dir="auto">
        {saved || t('savedkeywords.noteEmpty')}
      </summary>
      {isOpen && (
        <Suspense>
          <NoteForm line={line} onSaved={close} />
        </Suspense>
      )}
    </details>
  )
}
