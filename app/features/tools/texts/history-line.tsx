import { Fragment } from 'react'
import { Link } from 'react-router'
import { readPicture, readPictureAddress } from '#shared/pictures.ts'
import { trashDays } from '#shared/retention.ts'
import { MoreMenu } from '#app/ui/more-menu.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { textLanguages } from '#app/ui/text-language.ts'
import { formatDay, useZone } from '#app/ui/zone.ts'
import type { HistoryFilter, HistoryLine } from './history-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { isGoing } from './use-history.ts'
import lineList from '#app/ui/line-list.module.css'
import styles from './history-page.module.css'

export type LineActions = Record<
  'label' | 'rename' | 'duplicate' | 'delete' | 'restore' | 'erase',
  (line: HistoryLine) => void
>

/**
 * One text, with its labels and a menu of actions. A text that a run is writing can only be opened, and one in the trash
 * only be restored or deleted for good.
 */
export function HistoryLineItem(props: {
  line: HistoryLine
  filter: HistoryFilter
  isSelected: boolean
  onSelect: () => void
  actions: LineActions
}) {
  const { t, language } = useTranslation('history')
  const { line, filter, actions } = props
  const picture = readPictureAddress(readPicture(line.thumbnail)?.src ?? '')
  const title = line.title || t('history.untitled')
  const names = filter.isTrash
    ? (['restore', 'erase'] as const)
    : (['label', 'rename', 'duplicate', 'delete'] as const)
  const text = <LineText line={line} filter={filter} title={title} />
  return (
    <li className={lineList.line} data-line={line.id}>
      <label className={lineList.check}>
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
      <div className={styles.main}>
        {filter.isTrash ? (
          <div className={lineList.link}>{text}</div>
        ) : (
          <Link
            to={`/${language}/tool/use?tool=${line.tool}&id=${line.id}`}
            className={lineList.link}
            prefetch="intent"
          >
            {text}
          </Link>
        )}
        {line.labels.length > 0 && (
          <ul className={styles.labels} aria-label={t('history.labels', { title })}>
            {line.labels.map((label) => (
              <li key={label}>
                <Link
                  className={styles.label}
                  to={`/${language}/tool/history?${new URLSearchParams(filter.isTrash ? { view: 'trash', label } : { label })}`}
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      {!isGoing(line) && (
        <MoreMenu
          label={t('history.actions', { title })}
          items={names.map((name) => ({
            label: t(`history.action.${name}`),
            run: () => actions[name](line),
          }))}
        />
      )}
    </li>
  )
}

/** Title, the passage that a search found, and the facts. */
function LineText({ line, filter, title }: { line: HistoryLine; filter: HistoryFilter; title: string }) {
  const { t, language } = useTranslation('history')
  const zone = useZone()
  const textLanguage = textLanguages[line.language]
  return (
    <>
      <span className={lineList.name} {...textLanguage}>
        <Marked text={title} matches={line.matches} />
      </span>
      {line.excerpt && (
        <span className={lineList.excerpt} lang={textLanguage.lang}>
          …<Marked text={line.excerpt} matches={line.matches} />…
        </span>
      )}
      <span className="u-facts">
        <span>{line.tool === 'own' ? t('history.own.kind') : t(`tools.name.${line.tool}`)}</span>
        {line.status !== 'done' && (
          <span data-status={line.status}>{t(`history.status.${line.status}`)}</span>
        )}
        {line.is_demo && <span>{t('history.demo')}</span>}
        {line.deleted_at ? (
          <span>
            {t('history.erasedOn', { day: formatDay(addDays(line.deleted_at, trashDays), language, zone) })}
          </span>
        ) : (
          <>
            <span>{t('history.cost', { tokens: line.token })}</span>
            <RelativeTime
              iso={filter.sort === 'changed' ? line.changed_at : line.created_at}
              language={language}
            />
          </>
        )}
      </span>
    </>
  )
}

const addDays = (iso: string, days: number): string =>
  new Date(new Date(iso).getTime() + days * 24 * 60 * 60 * 1000).toISOString()

/** Marks what the search found. */
function Marked({ text, matches }: { text: string; matches: readonly string[] }) {
  if (matches.length === 0) return <>{text}</>
  const pattern = matches.map((match) => match.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)).join('|')
  return text.split(new RegExp(`(${pattern})`, 'gi')).map((part, index) =>
    // Every second part is a match. Parts have no identity of their own.
    // oxlint-disable-next-line react/no-array-index-key
    index % 2 === 1 ? (
      <mark key={index} className={styles.mark}>
        {part}
      </mark>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={index}>{part}</Fragment>
    ),
  )
}
