import { useTranslation } from '#app/session/words.tsx'
import type { CheckedLine } from './use-import.ts'
import styles from './import-dialog.module.css'

/** The lines of the file in order: new prompts, existing ones, and those with errors. */
export function ImportReport({ lines }: { lines: readonly CheckedLine[] }) {
  const { t } = useTranslation('transfer')
  return (
    <ol className={styles.report} aria-label={t('transfer.import.report')}>
      {lines.map((line) => (
        <li key={line.number}>
          <p className={styles.line}>
            <span className="u-caption u-tabular">
              {t('transfer.import.number', { number: line.number })}
            </span>
            <strong dir="auto">{line.title || t('transfer.import.untitled')}</strong>
          </p>
          <Verdict line={line} />
        </li>
      ))}
    </ol>
  )
}

function Verdict({ line }: { line: CheckedLine }) {
  const { t } = useTranslation('transfer', 'errors')
  const { verdict, problems, notes, sameAs, match } = line
  const similar = match?.similar
  return (
    <>
      {verdict === 'ready' && match && <p className="u-success">{t('transfer.import.ready')}</p>}
      {problems.map(({ field, rule, count }) => (
        <p key={field} className={styles.error}>
          {t('transfer.import.problem', {
            field: t(`transfer.import.fields.${field}`),
            text: t(`errors.field.${rule}`, { count: count ?? 0 }),
          })}
        </p>
      ))}
      {verdict !== 'wrong' && sameAs !== null && (
        <p className="u-note">{t('transfer.import.sameAs', { number: sameAs })}</p>
      )}
      {verdict !== 'wrong' && match?.isOwn && <p className="u-note">{t('transfer.import.own')}</p>}
      {verdict !== 'wrong' && similar && (
        <p className="u-note">
          {t('transfer.import.similar', { title: similar.title, percent: similar.percent })}
        </p>
      )}
      {verdict === 'ready' && notes.length > 0 && (
        <p className="u-note">{notes.map((note) => t(`transfer.import.notes.${note}`)).join(' · ')}</p>
      )}
    </>
  )
}
