import { useDeferredValue, useMemo } from 'react'
import { measureText } from '#shared/measure.ts'
import { targetLength, type LengthTool } from '#shared/text-length.ts'
import { measureLength, renderedText } from '#shared/rendered-text.ts'
import type { WritingTool } from '#shared/tools.ts'
import type { FormDraft } from './tool-definition.ts'
import { useToolWords } from './tool-words.ts'
import styles from './text-counts.module.css'

const isLengthTool = (tool: WritingTool): tool is LengthTool => tool !== 'cover-letter'

/**
 * The length of the open text, in the units that blogs and forms use, and its distance from the requested length. A
 * cover letter's answers have their own gauges. A long text is counted when the typing pauses.
 */
export default function TextCounts(props: { tool: WritingTool; content: string; asked: FormDraft }) {
  const { t } = useToolWords()
  const content = useDeferredValue(props.content)
  const plain = useMemo(() => renderedText(content), [content])
  if (!isLengthTool(props.tool) || plain === '') return null
  const counts = [
    [t('forms.length.units.characters'), measureText(plain, 'characters')],
    [t('forms.length.units.characters_without_spaces'), measureText(plain, 'characters_without_spaces')],
    [t('forms.length.units.words'), measureLength(content, 'words')],
    [t('forms.unit.bytes_euc_kr'), measureText(plain, 'bytes_euc_kr')],
    [t('forms.unit.bytes_utf8'), measureText(plain, 'bytes_utf8')],
  ] as const
  // A feed's length is that of its caption.
  const goal = props.tool === 'instagram-feed' ? null : targetLength(props.tool, props.asked)
  return (
    <section className={styles.counts} aria-label={t('forms.length.counts')}>
      {goal?.isOrdered && <Goal goal={goal} length={measureLength(content, goal.unit)} />}
      <ul className={styles.list}>
        {counts.map(([label, count]) => (
          <li key={label}>
            {label} <b>{count.toLocaleString('en-US')}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Goal({ goal, length }: { goal: { count: number; unit: string }; length: number }) {
  const { t } = useToolWords()
  return (
    <p className={styles.goal}>
      <meter
        min={0}
        max={goal.count}
        value={Math.min(length, goal.count)}
        aria-label={t('forms.length.goal')}
      />
      <span>
        {t('forms.length.ofGoal', { length, goal: goal.count })}{' '}
        {t(`forms.length.units.${goal.unit}` as 'forms.length.units.words')}
      </span>
    </p>
  )
}
