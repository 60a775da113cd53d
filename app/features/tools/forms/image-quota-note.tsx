import { useTranslation } from '#app/session/words.tsx'
import { ImagesLeft } from './images-left.tsx'
import styles from './picture-flag.module.css'

/** The description of the button that generates an image. */
export const restId = 'picture-rest'

/** A permanent line below the buttons: how many images are left, or why none can be generated now. */
export function ImageQuotaNote({ isSaved }: { isSaved: boolean }) {
  const { t } = useTranslation('madepictures', 'pictures')
  return (
    <p id={restId} className={styles.rest}>
      {isSaved ? <ImagesLeft /> : t('madepictures.rest')}
    </p>
  )
}
