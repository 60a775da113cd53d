import { Button } from '@mantine/core'
import { siteOf, type CheckedClaim } from '#shared/fact-check.ts'
import type { TextLanguage } from '#app/ui/text-language.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './checked-claims.module.css'

/** What sources say about each claim of a passage. A press corrects the sentence in the suggestion below. */
export function CheckedClaims(props: {
  claims: CheckedClaim[]
  /** Of the passage. */
  before: string
  /** Claims whose sentence is corrected. */
  corrected: ReadonlySet<CheckedClaim>
  onCorrected: (corrected: ReadonlySet<CheckedClaim>) => void
  language: TextLanguage
}) {
  const { t } = useTranslation('factcheck')
  const { claims, corrected } = props
  if (claims.length === 0) return <p>{t('factcheck.none')}</p>
  const toggle = (claim: CheckedClaim) => {
    const next = new Set(corrected)
    if (!next.delete(claim)) next.add(claim)
    props.onCorrected(next)
  }
  return (
    <>
      {claims.some(({ source }) => source?.is_sample) && <p className="u-note">{t('factcheck.sample')}</p>}
      <ul className={styles.claims} aria-label={t('factcheck.label')}>
        {claims.map((claim) => (
          <li key={claim.sentence + claim.claim} className={styles.claim} data-verdict={claim.verdict}>
            <p>
              <b className={styles.verdict}>{t(`factcheck.verdict.${claim.verdict}`)}</b>{' '}
              <span lang={props.language.lang}>{claim.claim}</span>
            </p>
            {claim.source && <Source source={claim.source} />}
            {claim.correction !== '' && props.before.includes(claim.sentence) && (
              <Button
                variant={corrected.has(claim) ? 'filled' : 'default'}
                size="compact-sm"
                aria-pressed={corrected.has(claim)}
                aria-label={`${t('factcheck.correct')}: ${claim.claim}`}
                onClick={() => toggle(claim)}
              >
                {t('factcheck.correct')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className="u-note">{t('factcheck.note')}</p>
    </>
  )
}

function Source({ source }: { source: NonNullable<CheckedClaim['source']> }) {
  const { t } = useTranslation('factcheck')
  const { title, url, date, read_on: day, quote } = source
  return (
    <figure className={styles.source}>
      <blockquote>{quote}</blockquote>
      <figcaption>
        <a href={url} target="_blank" rel="noopener noreferrer nofollow ugc">
          {title || siteOf(url)}
        </a>{' '}
        {[siteOf(url), date, t('factcheck.readOn', { date: day })].filter(Boolean).join(' · ')}
      </figcaption>
    </figure>
  )
}
