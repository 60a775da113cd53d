import { useAuthoringWords } from './authoring-words.ts'
import type { CheckedLine } from './use-import.ts'
import styles from './import-dialog.module.css'

/** One line of the file after the other: what would be made, what is there already, what has to be mended. */
export function ImportReport({ lines }: { lines: readonly CheckedLine[] }) {
  const { t } = useAuthoringWords()
  return (
    // Long reports scroll inside, which a keyboard must be able to do too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.report} role="group" aria-label={t('authoring.import.report')} tabIndex={0}>
      <ol>
        {lines.map((line) => (
          <li key={line.number}>
            <p className={styles.line}>
              <span className={styles.number}>{t('authoring.import.number', { number: line.number })}</span>
              <strong dir="auto">{line.title || t('authoring.import.untitled')}</strong>
            </p>
            <Verdict line={line} />
          </li>
        ))}
      </ol>
    </div>
  )
}

function Verdict({ line }: { line: CheckedLine }) {
  const { t } = useAuthoringWords()
  const { verdict, problems, notes, sameAs, match } = line
  const similar = match?.similar
  return (
    <>
      {verdict === 'ready' && <p className={styles.good}>{t('authoring.import.ready')}</p>}
      {problems.map(({ field, rule, count }) => (
        <p key={field} className={styles.error}>
          {t('authoring.import.problem', {
            field: t(`authoring.import.fields.${field}`),
            text: t(`errors.field.${rule}`, { count: count ?? 0 }),
          })}
        </p>
      ))}
      {verdict !== 'wrong' && sameAs !== null && (
        <p className={styles.fact}>{t('authoring.import.sameAs', { number: sameAs })}</p>
      )}
      {verdict !== 'wrong' && match?.isOwn && <p className={styles.fact}>{t('authoring.import.own')}</p>}
      {verdict !== 'wrong' && similar && (
        <p className={styles.fact}>
          {t('authoring.import.similar', { title: similar.title, percent: similar.percent })}
        </p>
      )}
      {verdict === 'ready' && notes.length > 0 && (
        <p className={styles.fact}>{notes.map((note) => t(`authoring.import.notes.${note}`)).join(' · ')}</p>
      )}
    </>
  )
}
