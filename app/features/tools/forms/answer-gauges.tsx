import { Button } from '@mantine/core'
import { measureText, textUnits } from '#shared/measure.ts'
import { plainAnswer } from '#shared/rendered-text.ts'
import { findToolSections, sectionBody } from '#shared/sections.ts'
import type { CoverLetterDraft } from './cover-letter-tool.tsx'
import type { ResultProps } from './tool-definition.ts'
import { useTranslation } from '#app/session/words.tsx'
import { useHandOver, useShownText } from '../writing/writing-context.ts'
import styles from './answer-gauges.module.css'

/**
 * The length of each answer, in every unit that application forms use, against its own limit. Forms take one answer at
 * a time, so each is copied alone.
 */
export default function AnswerGauges({ asked }: ResultProps<CoverLetterDraft>) {
  const { t } = useTranslation('forms')
  const { content } = useShownText()
  const { copy } = useHandOver()
  const answers = findToolSections('cover-letter', content)
  if (answers.length === 0) return null
  return (
    <section className={`u-surface ${styles.gauges}`} aria-label={t('forms.coverLetter.gauges')}>
      {answers.map((section, index) => {
        const answer = plainAnswer(sectionBody(content, section))
        const question = asked.questions[index]
        const unit = question?.unit ?? 'characters'
        const length = measureText(answer, unit)
        return (
          // Two questions may be the same.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className={styles.gauge}>
            <p className={styles.heading}>{section.heading}</p>
            {question && (
              <p className={styles.limit} data-over={length > question.limit || undefined}>
                <meter
                  min={0}
                  max={question.limit}
                  value={Math.min(length, question.limit)}
                  aria-label={t('forms.coverLetter.gauge', { number: index + 1 })}
                />
                <span>
                  {t('forms.coverLetter.ofLimit', { length, limit: question.limit })}{' '}
                  {t(`forms.unit.${question.unit}`)}
                  {length > question.limit &&
                    ` · ${t('forms.coverLetter.over', { count: length - question.limit })}`}
                </span>
              </p>
            )}
            <ul className={styles.counts}>
              {textUnits.map((unit) => (
                <li key={unit}>
                  {t(`forms.unit.${unit}`)} <b>{measureText(answer, unit).toLocaleString('en-US')}</b>
                </li>
              ))}
            </ul>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('forms.coverLetter.copyOf', {
                number: index + 1,
                length,
                unit: t(`forms.unit.${unit}`),
              })}
              onClick={() => copy({ plain: answer })}
            >
              {t('forms.coverLetter.copy', { length, unit: t(`forms.unit.${unit}`) })}
            </Button>
          </div>
        )
      })}
    </section>
  )
}
