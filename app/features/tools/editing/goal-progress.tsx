import { useState } from 'react'
import type { TextLength } from '#shared/text-length.ts'
import { LiveRegion } from '#app/ui/live-region.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './text-counts.module.css'

/** How much of the target is written. Screen readers are told once when the typing reaches it. */
export function GoalProgress(props: { target: TextLength; length: number; label: string }) {
  const { t } = useTranslation('counts', 'forms')
  const { target, length } = props
  const isReached = length >= target.count
  const [wasBelow, setWasBelow] = useState(!isReached)
  const [isSaid, setIsSaid] = useState(false)
  if (!isReached && !wasBelow) setWasBelow(true)
  if (isReached && wasBelow && !isSaid) setIsSaid(true)
  return (
    <p className={styles.goal} data-reached={isReached || undefined}>
      <meter min={0} max={target.count} value={Math.min(length, target.count)} aria-label={props.label} />
      <span>
        {t('forms.length.ofGoal', { length, goal: target.count })}{' '}
        {t(target.unit === 'words' ? 'counts.words' : `forms.length.units.${target.unit}`)}
        {isReached && <b> · {t('counts.goal.reached')}</b>}
      </span>
      <LiveRegion text={isSaid ? t('counts.goal.reached') : ''} />
    </p>
  )
}
