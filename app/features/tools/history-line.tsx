import { Link } from 'react-router'
import { readPicture, readPictureAddress } from '#shared/pictures.ts'
import { isRightToLeft, outputLanguageTags } from '#shared/tools.ts'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import type { HistoryLine } from './history-data.ts'
import { CopyIcon, PencilIcon } from './history-icons.tsx'
import { useHistoryWords } from './history-words.ts'
import { isGoing } from './use-history.ts'
import list from '#app/ui/line-list.module.css'
import styles from './history-page.module.css'

/** One text, with actions to select, open, rename and duplicate it. A text that a run is writing can only be opened. */
export function HistoryLineItem(props: {
  line: HistoryLine
  /** The search term. */
  words: string
  isSelected: boolean
  onSelect: () => void
  onRename: () => void
  onDuplicate: () => void
}) {
  const { t, language } = useHistoryWords()
  const { line } = props
  const picture = readPictureAddress(readPicture(line.thumbnail)?.src ?? '')
  const title = line.title || t('history.untitled')
  return (
    <li className={list.line}>
      <label className={list.check}>
        <input
          type="checkbox"
          checked={props.isSelected}
          disabled={isGoing(line)}
          aria-label={t('history.select', { title })}
          onChange={props.onSelect}
        />
      </label>
      {picture && (
        <img className={styles.picture} src={picture.src} alt="" width={56} height={56} loading="lazy" />
      )}
      <Link
        to={`/${language}/tool/use?tool=${line.tool}&id=${line.id}`}
        className={list.link}
        prefetch="intent"
      >
        <span
          className={list.name}
          lang={outputLanguageTags[line.language]}
          dir={isRightToLeft(line.language) ? 'rtl' : 'ltr'}
        >
          {title}
        </span>
        {line.excerpt && (
          <span className={list.excerpt} lang={outputLanguageTags[line.language]}>
            …<Marked text={line.excerpt} words={props.words} />…
          </span>
        )}
        <span className={list.facts}>
          <span>{t(`tools.name.${line.tool as 'article'}`)}</span>
          {line.status !== 'done' && (
            <span data-status={line.status}>{t(`history.status.${line.status}`)}</span>
          )}
          {line.is_demo && <span>{t('history.demo')}</span>}
          <span>{t('history.cost', { tokens: line.token })}</span>
          <RelativeTime iso={line.created_at} language={language} />
        </span>
      </Link>
      {!isGoing(line) && (
        <span className={styles.actions}>
          <button
            type="button"
            className={styles.action}
            title={t('history.rename', { title })}
            aria-label={t('history.rename', { title })}
            onClick={props.onRename}
          >
            <PencilIcon />
          </button>
          <button
            type="button"
            className={styles.action}
            title={t('history.duplicate', { title })}
            aria-label={t('history.duplicate', { title })}
            onClick={props.onDuplicate}
          >
            <CopyIcon />
          </button>
        </span>
      )}
    </li>
  )
}

/** Marks the first match of the search term. */
function Marked({ text, words }: { text: string; words: string }) {
  const start = words ? text.toLowerCase().indexOf(words.normalize('NFC').toLowerCase()) : -1
  if (start < 0) return <>{text}</>
  return (
    <>
      {text.slice(0, start)}
      <mark className={styles.mark}>{text.slice(start, start + words.length)}</mark>
      {text.slice(start + words.length)}
    </>
  )
}
