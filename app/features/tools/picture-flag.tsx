import { useId } from 'react'
import { ImagesLeft } from './images-left.tsx'
import { usePictureWords } from './picture-words.ts'
import styles from './picture-flag.module.css'

/** Asks for pictures beside the text, and says how many the member has left. */
export function PictureFlag(props: {
  name: 'thumbnail' | 'image'
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}) {
  const { t } = usePictureWords()
  const id = useId()
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
        {t(`pictures.flag.${kind}Hint`)} <ImagesLeft />
      </span>
    </label>
  )
}
