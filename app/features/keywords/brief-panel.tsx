import { useEffect, useRef } from 'react'
import type { KeywordReport } from '#shared/keywords.ts'
import { BriefView } from './brief-view.tsx'
import { useTranslation } from '#app/session/words.tsx'
import type { BriefAnswer } from './use-brief.ts'
import styles from './brief-view.module.css'

/** What the first results cover. It has the focus whenever `shown` grows: then a press led to it. */
export default function BriefPanel(props: {
  report: KeywordReport
  answer: BriefAnswer
  shown: number
  isUnlimited: boolean
}) {
  const { t } = useTranslation('keywords', 'keywordbrief')
  const { answer, shown } = props
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (shown === 0) return
    section.current?.focus({ preventScroll: true })
    section.current?.scrollIntoView({ block: 'start' })
  }, [shown])
  return (
    <section ref={section} tabIndex={-1} className={styles.section} aria-labelledby="keyword-brief">
      <h3 className={styles.title} id="keyword-brief">
        {t('keywordbrief.title')}
        {answer.brief.is_sample && <span className="u-badge">{t('keywords.sample')}</span>}
      </h3>
      <BriefView answer={answer} report={props.report} isUnlimited={props.isUnlimited} />
    </section>
  )
}
