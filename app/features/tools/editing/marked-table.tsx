import { cellsOf } from '#shared/table-changes.ts'
import type { TextLanguage } from '#app/ui/text-language.ts'
import { ChangedText } from './changed-text.tsx'
import type { PlacedChange } from './marked-changes.tsx'
import styles from './marked-changes.module.css'

/** A table with its changed cells marked, and the rows that are added or removed. */
export function MarkedTable({ changes, into }: { changes: PlacedChange[]; into: TextLanguage | null }) {
  const rows = rowsOf(changes)
  return (
    // It is scrolled by keys too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} tabIndex={0}>
      <table className={styles.table}>
        <tbody>
          {rows.map((row, index) => (
            <Row key={row[0]!.at} row={row} isHead={index === 0} into={into} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ row, isHead, into }: { row: PlacedChange[]; isHead: boolean; into: TextLanguage | null }) {
  const [first] = row
  const Cell = isHead ? 'th' : 'td'
  if (first!.change.place?.part === 'row') return <WholeRow {...first!} />
  return (
    <tr>
      {row.map(({ change, choice, at }) => (
        <Cell key={at} scope={isHead ? 'col' : undefined}>
          {choice ? (
            <label
              className={styles.change}
              data-taken={choice.isTaken || undefined}
              data-pair={into ? true : undefined}
            >
              {choice.box}
              <ChangedText change={change} into={into} />
            </label>
          ) : (
            change.before
          )}
        </Cell>
      ))}
    </tr>
  )
}

/** A row that only one of the tables has: its box is in the first cell. */
function WholeRow({ change, choice }: PlacedChange) {
  const Mark = change.before ? 'del' : 'ins'
  return (
    <tr>
      {cellsOf(change.before || change.after).map((cell, index) => (
        // The cells of a row never change their order.
        // oxlint-disable-next-line react/no-array-index-key
        <td key={index} className={styles.change} data-taken={choice?.isTaken || undefined}>
          {index === 0 && choice?.box}
          <Mark className={change.before ? undefined : styles.onlyNew}>{cell}</Mark>
        </td>
      ))}
    </tr>
  )
}

function rowsOf(changes: PlacedChange[]): PlacedChange[][] {
  const rows = new Map<number, PlacedChange[]>()
  for (const entry of changes) {
    const { row = 0, part } = entry.change.place ?? {}
    if (part !== 'frame') rows.set(row, [...(rows.get(row) ?? []), entry])
  }
  return [...rows.values()]
}
