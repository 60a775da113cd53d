import { Button } from '@mantine/core'
import { isChanged, type SentenceChange } from '#shared/sentence-changes.ts'
import { compareTexts } from '#app/ui/text-changes.ts'
import type { TextLanguage } from '#app/ui/text-language.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './marked-changes.module.css'

/** Its address says nothing to a reader. */
const picture = /!\[([^\]]*)\]\([^)]*\)/g

/** A rewritten passage with its changes marked, sentence by sentence. The member takes each change or leaves it. */
export function MarkedChanges(props: {
  changes: SentenceChange[]
  /** Positions of the changes to take. */
  taken: ReadonlySet<number>
  onTaken: (taken: ReadonlySet<number>) => void
  language: TextLanguage
}) {
  const { t } = useTranslation('writing', 'editor')
  const { changes, taken, onTaken } = props
  const changed = changes.flatMap((change, index) => (isChanged(change) ? [index] : []))
  const toggle = (index: number) => {
    const next = new Set(taken)
    if (!next.delete(index)) next.add(index)
    onTaken(next)
  }
  const areAllTaken = changed.every((index) => taken.has(index))
  return (
    <div>
      <div className={styles.head}>
        <p className={styles.note}>{t('editor.edit.changes.count', { count: changed.length })}</p>
        {changed.length > 1 && (
          <Button variant="subtle" size="sm" onClick={() => onTaken(new Set(areAllTaken ? [] : changed))}>
            {t(areAllTaken ? 'editor.edit.changes.none' : 'editor.edit.changes.all')}
          </Button>
        )}
      </div>
      <div
        className={styles.text}
        role="group"
        aria-label={t('editor.edit.changes.label')}
        {...props.language}
      >
        {changes.map((change, index) =>
          isChanged(change) ? (
            // The list never changes while it is shown.
            // oxlint-disable-next-line react/no-array-index-key
            <label key={index} className={styles.change} data-taken={taken.has(index) || undefined}>
              {changed.length > 1 && (
                <input
                  type="checkbox"
                  checked={taken.has(index)}
                  onChange={() => toggle(index)}
                  aria-label={t('editor.edit.changes.take', { number: changed.indexOf(index) + 1 })}
                />
              )}
              <Words change={change} />
            </label>
          ) : (
            // oxlint-disable-next-line react/no-array-index-key
            <span key={index}>{change.before.replace(picture, '[$1]')}</span>
          ),
        )}
      </div>
    </div>
  )
}

function Words({ change }: { change: SentenceChange }) {
  return compareTexts(change.before, change.after).map(({ kind, text }, index) =>
    kind === 'added' ? (
      // oxlint-disable-next-line react/no-array-index-key
      <ins key={index} className={change.before ? undefined : styles.onlyNew}>
        {text}
      </ins>
    ) : kind === 'removed' ? (
      // oxlint-disable-next-line react/no-array-index-key
      <del key={index}>{text}</del>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index}>{text}</span>
    ),
  )
}
