import { availableImages } from '#shared/usage.ts'
import { useUsage } from '#app/session/live-usage.tsx'
import { usePictureWords } from './picture-words.ts'
import styles from './picture-flag.module.css'

/** How many images the member can still make: stands beside whatever costs one. Nothing for visitors. */
export function ImagesLeft() {
  const { t } = usePictureWords()
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
