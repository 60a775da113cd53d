import type { ReactNode } from 'react'
import styles from './version-list.module.css'

/** Versions to choose from, each with its name and facts; a sentence while they are loaded or when there are none. */
export function VersionList<Line extends { id: number }>(props: {
  lines: Line[] | null
  words: { loading: string; empty: string }
  nameOf: (line: Line) => string
  factsOf: (line: Line) => ReactNode
  onChoose: (line: Line) => void
}) {
  const { lines, words } = props
  if (lines === null || lines.length === 0)
    return <p className={styles.waiting}>{lines === null ? words.loading : words.empty}</p>
  return (
    <ul className={styles.list}>
      {lines.map((line) => (
        <li key={line.id}>
          <button type="button" className={styles.line} onClick={() => props.onChoose(line)}>
            <span className={styles.name}>{props.nameOf(line)}</span>
            <VersionFacts>{props.factsOf(line)}</VersionFacts>
          </button>
        </li>
      ))}
    </ul>
  )
}

export const VersionFacts = ({ children }: { children: ReactNode }) => (
  <span className={styles.facts}>{children}</span>
)
