import { useDeferredValue, useMemo } from 'react'
import { measureText } from '#shared/measure.ts'
import { targetLength, type LengthTool } from '#shared/text-length.ts'
import { measureLength, renderedText } from '#shared/rendered-text.ts'
import { readingMinutes, type TextGoal } from '#shared/text-goals.ts'
import type { WritingTool } from '#shared/tools.ts'
import { useTranslation } from '#app/session/words.tsx'
import { GoalSetting } from './goal-setting.tsx'
import { GoalProgress } from './goal-progress.tsx'
import type { FormDraft } from './tool-definition.ts'
import styles from './text-counts.module.css'

const isLengthTool = (tool: WritingTool): tool is LengthTool => tool !== 'cover-letter'

type TextCountsProps = {
  tool: WritingTool
  content: string
  asked: FormDraft
  goal: TextGoal | null
  /** Saves the goal, or removes it; null where the text is not the member's own. @throws AppError */
  onGoal: ((goal: TextGoal | null) => Promise<void>) | null
}

/**
 * The length of the open text, in the units that blogs and forms use, and its distance from the member's goal, or from
 * the requested length where there is no goal. A long text is counted when the typing pauses.
 */
export default function TextCounts(props: TextCountsProps) {
  const { t } = useTranslation('counts', 'forms')
  const content = useDeferredValue(props.content)
  const plain = useMemo(() => renderedText(content), [content])
  if (plain === '' && !props.onGoal) return null
  const counts = [
    [t('forms.length.units.characters'), measureText(plain, 'characters')],
    [t('forms.length.units.characters_without_spaces'), measureText(plain, 'characters_without_spaces')],
    [t('counts.words'), measureLength(content, 'words')],
    [t('forms.unit.bytes_euc_kr'), measureText(plain, 'bytes_euc_kr')],
    [t('forms.unit.bytes_utf8'), measureText(plain, 'bytes_utf8')],
  ] as const
  // A feed's length is that of its caption, and each answer of a cover letter has its own gauge.
  const asked =
    isLengthTool(props.tool) && props.tool !== 'instagram-feed' ? targetLength(props.tool, props.asked) : null
  const target = props.goal ?? (asked?.isOrdered ? asked : null)
  return (
    <section className={styles.counts} aria-label={t('forms.length.counts')}>
      {target && (
        <GoalProgress
          key={`${target.count} ${target.unit}`}
          target={target}
          length={measureLength(content, target.unit)}
          label={t(props.goal ? 'counts.goal.progress' : 'forms.length.goal')}
        />
      )}
      <ul className={styles.list}>
        {counts.map(([label, count]) => (
          <li key={label}>
            {label} <b>{count.toLocaleString('en-US')}</b>
          </li>
        ))}
        <li>
          {t('counts.minutes')} <b>{t('counts.minutesValue', { count: readingMinutes(plain) })}</b>
        </li>
      </ul>
      {props.onGoal && <GoalSetting goal={props.goal} onGoal={props.onGoal} />}
    </section>
  )
}
