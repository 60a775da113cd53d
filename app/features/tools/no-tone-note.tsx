import { Link } from 'react-router'
import { useToolWords } from './tool-words.ts'
import styles from './tool-form.module.css'

/** How to get a tone of one's own, where it was chosen and there is none (C07). */
export default function NoToneNote() {
  const { t, language } = useToolWords()
  return (
    <p className={styles.toneNote} role="status">
      {t('forms.tone.none')} <Link to={`/${language}/my/tone`}>{t('forms.tone.learn')}</Link>
    </p>
  )
}
