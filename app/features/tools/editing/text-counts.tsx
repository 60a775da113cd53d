import { useDeferredValue, useMemo } from 'react'
import { measureText } from '#shared/measure.ts'
import { targetLength, type LengthTool } from '#shared/text-length.ts'
import { measureLength, renderedText } from '#shared/rendered-text.ts'
import { readingMinutes, type TextGoal } from '#shared/text-goals.ts'
import type { WritingTool } from '#shared/tools.ts'
import { asAppError, type Supabase } from '#app/session/supabase.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { useTranslation } from '#app/session/words.tsx'
import { GoalSetting } from './goal-setting.tsx'
import { GoalProgress } from './goal-progress.tsx'
import { useActions, useShownText } from '../writing/writing-context.ts'
import styles from './text-counts.module.css'

const isLengthTool = (tool: WritingTool): tool is LengthTool => tool !== 'cover-letter'

/**
 * The length of the open text, in the units that blogs and forms use, and its distance from the member's goal, or from
 * the requested length where there is no goal. A long text is counted when the typing pauses.
 */
export default function TextCounts() {
  const { t } = useTranslation('counts', 'forms')
  const { kit, shown, content: latest, asked: form } = useShownText()
  const { update } = useActions()
  const getSupabase = useSupabase()
  const { id, goal } = shown
  const content = useDeferredValue(latest)
  const plain = useMemo(() => renderedText(content), [content])
  if (plain === '' && id === null) return null
  const counts = [
    [t('forms.length.units.characters'), measureText(plain, 'characters')],
    [t('forms.length.units.characters_without_spaces'), measureText(plain, 'characters_without_spaces')],
    [t('counts.words'), measureLength(content, 'words')],
    [t('forms.unit.bytes_euc_kr'), measureText(plain, 'bytes_euc_kr')],
    [t('forms.unit.bytes_utf8'), measureText(plain, 'bytes_utf8')],
  ] as const
  // A feed's length is that of its caption, and each answer of a cover letter has its own gauge.
  const asked = isLengthTool(kit.tool) && kit.tool !== 'instagram-feed' ? targetLength(kit.tool, form) : null
  const target = goal ?? (asked?.isOrdered ? asked : null)
  return (
    <section className={styles.counts} aria-label={t('forms.length.counts')}>
      {target && (
        <GoalProgress
          key={`${target.count} ${target.unit}`}
          target={target}
          length={measureLength(content, target.unit)}
          label={t(goal ? 'counts.goal.progress' : 'forms.length.goal')}
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
      {id !== null && (
        <GoalSetting
          goal={goal}
          onGoal={async (wanted) => {
            await setTextGoal(await getSupabase(), id, wanted)
            update(id, { goal: wanted })
          }}
        />
      )}
    </section>
  )
}

/** Sets the member's goal for the length of the text; null removes it. @throws AppError */
async function setTextGoal(supabase: Supabase, id: number, goal: TextGoal | null): Promise<void> {
  const { error } = await supabase.rpc('set_text_goal', {
    tool_use_id: id,
    ...(goal && { goal_count: goal.count, goal_unit: goal.unit }),
  })
  if (error) throw asAppError(error)
}
