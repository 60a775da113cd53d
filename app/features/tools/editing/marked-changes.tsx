import { Button } from '@mantine/core'
import { isChanged, type SentenceChange } from '#shared/sentence-changes.ts'
import type { TextLanguage } from '#app/ui/text-language.ts'
import { useTranslation } from '#app/session/words.tsx'
import { ChangedText, withoutAddresses } from './changed-text.tsx'
import { MarkedTable } from './marked-table.tsx'
import styles from './marked-changes.module.css'

/** One change of the list: whether it is taken, and its box where there are several. */
export type Choice = { isTaken: boolean; box: React.ReactNode }
export type PlacedChange = { change: SentenceChange; choice: Choice | null; at: number }

/**
 * An offered passage with its changes marked: sentence by sentence, and in tables cell by cell. The member takes each
 * change or leaves it.
 */
export function MarkedChanges(props: {
  changes: SentenceChange[]
  /** Positions of the changes to take. */
  taken: ReadonlySet<number>
  onTaken: (taken: ReadonlySet<number>) => void
  language: TextLanguage
  /** The language of a translation. */
  into: TextLanguage | null
}) {
  const { t } = useTranslation('writing', 'editor')
  const { changes, taken, onTaken, into } = props
  const changed = changes.flatMap((change, index) => (isChanged(change) ? [index] : []))
  const toggle = (index: number) => {
    const next = new Set(taken)
    if (!next.delete(index)) next.add(index)
    onTaken(next)
  }
  const areAllTaken = changed.every((index) => taken.has(index))
  const choiceOf = (index: number): Choice => ({
    isTaken: taken.has(index),
    box: changed.length > 1 && (
      <input
        type="checkbox"
        checked={taken.has(index)}
        onChange={() => toggle(index)}
        aria-label={t('editor.edit.changes.take', { number: changed.indexOf(index) + 1 })}
      />
    ),
  })
  const placed = changes.map((change, at) => ({
    change,
    at,
    choice: isChanged(change) ? choiceOf(at) : null,
  }))
  return (
    <div>
      <div className={styles.head}>
        <p className="u-note">{t('editor.edit.changes.count', { count: changed.length })}</p>
        {changed.length > 1 && (
          <Button variant="subtle" size="sm" onClick={() => onTaken(new Set(areAllTaken ? [] : changed))}>
            {t(areAllTaken ? 'editor.edit.changes.none' : 'editor.edit.changes.all')}
          </Button>
        )}
      </div>
      <div
        className={`u-changes ${styles.text}`}
        role="group"
        aria-label={t('editor.edit.changes.label')}
        {...props.language}
      >
        {stretchesOf(placed).map((stretch) =>
          stretch[0]!.change.place ? (
            <MarkedTable key={stretch[0]!.at} changes={stretch} into={into} />
          ) : (
            stretch.map((entry) => <Sentence key={entry.at} {...entry} into={into} />)
          ),
        )}
      </div>
    </div>
  )
}

/** Sentences outside tables, and the changes of each table. */
function stretchesOf(placed: PlacedChange[]): PlacedChange[][] {
  const stretches: PlacedChange[][] = []
  for (const entry of placed) {
    const last = stretches.at(-1)
    const isSame = last && last[0]!.change.place?.table === entry.change.place?.table
    if (isSame) last.push(entry)
    else stretches.push([entry])
  }
  // The table's own margins stand for the lines before it.
  for (const stretch of stretches.slice(0, -1)) stretch.push(withoutEnd(stretch.pop()!))
  return stretches
}

const withoutEnd = ({ change, ...entry }: PlacedChange): PlacedChange => ({
  ...entry,
  change: { ...change, before: change.before.trimEnd(), after: change.after.trimEnd() },
})

function Sentence({ change, choice, into }: PlacedChange & { into: TextLanguage | null }) {
  if (!choice) return <span>{withoutAddresses(change.before)}</span>
  return (
    <label
      className={styles.change}
      data-taken={choice.isTaken || undefined}
      data-pair={into ? true : undefined}
    >
      {choice.box}
      <ChangedText change={change} into={into} />
    </label>
  )
}
