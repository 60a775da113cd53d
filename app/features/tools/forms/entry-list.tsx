import { Button } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { CloseIcon } from '#app/ui/icons.tsx'
import { useTranslation } from '#app/session/words.tsx'
import iconButton from '#app/ui/icon-button.module.css'
import styles from './entry-list.module.css'

type EntryListProps<Entry> = {
  name: string
  label: string
  hint: string
  value: Entry[]
  max: number
  /** The initial values of a new entry. */
  empty: Entry
  error?: string | undefined
  presets?: ReactNode
  onChange: (entries: Entry[]) => void
  children: (entry: Entry, set: (entry: Entry) => void, index: number) => ReactNode
}

/** A list of entries that can be added, removed and moved up. At least one remains. */
export function EntryList<Entry>(props: EntryListProps<Entry>) {
  const { t } = useTranslation('forms')
  const id = useId()
  const { value: entries, onChange } = props
  const moveUp = (index: number) =>
    onChange(entries.toSpliced(index, 1).toSpliced(index - 1, 0, entries[index]!))
  return (
    <fieldset className="u-stack2 u-bare-fieldset" aria-describedby={`${id}-hint`}>
      <legend className={styles.label}>{props.label}</legend>
      <p id={`${id}-hint`} className="u-caption">
        {props.hint}
      </p>
      {props.presets}
      <ol className="u-stack3 u-bare-list">
        {entries.map((entry, index) => (
          // Entries have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className={styles.entry}>
            <div className="u-fill">
              {props.children(entry, (next) => onChange(entries.toSpliced(index, 1, next)), index)}
            </div>
            <div className={styles.tools}>
              {index > 0 && (
                <button
                  type="button"
                  className={`${iconButton.button} ${styles.tool}`}
                  aria-label={t('forms.list.up', { number: index + 1 })}
                  onClick={() => moveUp(index)}
                >
                  ↑
                </button>
              )}
              {entries.length > 1 && (
                <button
                  type="button"
                  className={`${iconButton.button} ${styles.tool}`}
                  aria-label={t('forms.list.remove', { number: index + 1 })}
                  onClick={() => onChange(entries.toSpliced(index, 1))}
                >
                  <CloseIcon size={16} />
                </button>
              )}
            </div>
          </li>
        ))}
      </ol>
      {props.error && (
        <p className={styles.error} role="alert">
          {props.error}
        </p>
      )}
      {entries.length < props.max && (
        <Button
          variant="subtle"
          size="sm"
          className={styles.add ?? ''}
          onClick={() => onChange([...entries, props.empty])}
        >
          {t('forms.list.add')}
        </Button>
      )}
    </fieldset>
  )
}
