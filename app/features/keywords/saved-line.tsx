import { Button } from '@mantine/core'
import { Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import { countCharacters } from '#shared/characters.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { TextAreaField } from '#app/ui/fields.tsx'
import { focusFirstError, Form } from '#app/ui/form.tsx'
import { CloseIcon } from '#app/ui/icons.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { toAppError } from '#app/ui/to-app-error.ts'
import { formatDay, useZone } from '#app/ui/zone.ts'
import type { LastRank } from './blog-rank.tsx'
import { changeOf } from './chart-data.ts'
import { KeywordWeeks } from './keyword-weeks.tsx'
import { noteMaxLength, saveNote, searchesOf, type SavedKeyword } from './saved-data.ts'
import { useSavedFigures } from './use-saved-figures.ts'
import { useSavedWords } from './saved-words.ts'
import iconButton from '#app/ui/icon-button.module.css'
import styles from './saved-page.module.css'

const BlogRank = lazyWithRetry(() => import('./blog-rank.tsx'))

/** A saved keyword: whether it is compared, its searches and their change, and its note. */
export function SavedLine(props: {
  line: SavedKeyword
  isCompared: boolean
  canCompare: boolean
  onCompare: () => void
  onRemove: () => void
}) {
  const { t, language } = useSavedWords()
  const figures = useSavedFigures()
  const zone = useZone()
  const { line, isCompared } = props
  const { keyword } = line
  const shown = figures(line)
  return (
    <li className={styles.line}>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={isCompared}
          disabled={!isCompared && !props.canCompare}
          aria-label={t('savedkeywords.compareLabel', { keyword })}
          onChange={props.onCompare}
        />
      </label>
      <div className={styles.about}>
        <p className={styles.head}>
          <Link
            to={`/${language}/tool/keyword?${new URLSearchParams({ keyword })}`}
            className={styles.keyword}
            aria-label={t('savedkeywords.analyse', { keyword })}
            dir="auto"
          >
            {keyword}
          </Link>
          {line.is_sample && <span className={styles.sample}>{t('savedkeywords.sample')}</span>}
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
        <KeywordWeeks line={line} />
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

/** Its code loads when it is opened. */
function Rank({ line }: { line: SavedKeyword }) {
  const { t } = useSavedWords()
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

/** The note opens for writing, and closes when it is saved. */
function Note({ line }: { line: SavedKeyword }) {
  const { t } = useSavedWords()
  const getSupabase = useSupabase()
  const details = useRef<HTMLDetailsElement>(null)
  const [saved, setSaved] = useState(line.note)
  const [note, setNote] = useState(line.note)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (form: HTMLFormElement) => {
    const text = note.normalize('NFC').trim()
    const isLong = countCharacters(text) > noteMaxLength
    setProblem(isLong ? t('errors.field.too_long', { count: noteMaxLength }) : undefined)
    if (isLong) return focusFirstError(form)
    setBusy(true)
    try {
      await saveNote(await getSupabase(), line.id, text)
      setSaved(text)
      showToast({ message: t('savedkeywords.noteSaved') })
      if (details.current) {
        details.current.open = false
        details.current.querySelector('summary')?.focus()
      }
    } catch (error) {
      showToast({ message: t(`errors.${toAppError(error).code}`), tone: 'error' })
    }
    setBusy(false)
  }
  return (
    <details ref={details} className={styles.noteBox}>
      <summary className={styles.summary} dir="auto">
        {saved || t('savedkeywords.noteEmpty')}
      </summary>
      <Form
        onSubmit={(form) => void submit(form)}
        isBusy={isBusy}
        className={styles.form}
        label={t('savedkeywords.noteLabel', { keyword: line.keyword })}
      >
        <TextAreaField
          name={`note-${line.id}`}
          label={t('savedkeywords.noteLabel', { keyword: line.keyword })}
          rows={3}
          limit={noteMaxLength}
          value={note}
          error={problem}
          onChange={setNote}
        />
        <Button type="submit" variant="default" size="sm" loading={isBusy}>
          {t('savedkeywords.noteSave')}
        </Button>
      </Form>
    </details>
  )
}
