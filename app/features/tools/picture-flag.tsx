import { useId } from 'react'
import { availableImages } from '#shared/usage.ts'
import { useUsage } from '#app/session/live-usage.tsx'
import { usePictureWords } from './picture-words.ts'
import styles from './picture-flag.module.css'

/** Asks for pictures beside the text, and says how many the member has left. */
export function PictureFlag(props: {
  name: 'thumbnail' | 'image'
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}) {
  const { t } = usePictureWords()
  const usage = useUsage()
  const id = useId()
  const left = usage && availableImages(usage)
  const kind = props.name === 'thumbnail' ? 'thumbnail' : 'slides'
  return (
    <label className={styles.flag}>
      <input
        type="checkbox"
        name={props.name}
        checked={props.isChecked}
        aria-describedby={id}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <span className={styles.name}>{t(`pictures.flag.${kind}`)}</span>
      <span id={id} className={styles.hint}>
        {t(`pictures.flag.${kind}Hint`)}{' '}
        {left !== null && (
          <span className={styles.left}>
            {left === Number.POSITIVE_INFINITY
              ? t('pictures.flag.unlimited')
              : t('pictures.flag.left', { count: left })}
          </span>
        )}
      </span>
    </label>
  )
}
