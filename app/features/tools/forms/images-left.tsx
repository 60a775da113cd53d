import { availableImages } from '#shared/usage.ts'
import { useUsage } from '#app/session/live-usage.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './picture-flag.module.css'

/** The number of images that the member can still generate, next to each action that costs one. Empty for visitors. */
export function ImagesLeft() {
  const { t } = useTranslation('writing', 'pictures')
  const usage = useUsage()
  if (!usage) return null
  const left = availableImages(usage)
  return (
    <span className={styles.left}>
      {left === Number.POSITIVE_INFINITY
        ? t('pictures.flag.unlimited')
        : t('pictures.flag.left', { count: left })}
    </span>
  )
}
