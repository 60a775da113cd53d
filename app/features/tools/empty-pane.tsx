import { Button } from '@mantine/core'
import { useWords } from '#app/session/words.tsx'
import styles from './tool-page.module.css'

/** The text's side before there is a text. */
export function EmptyPane({ isWaiting, onExample }: { isWaiting: boolean; onExample: () => void }) {
  const { t } = useWords()
  if (isWaiting)
    return (
      <p className={styles.empty} role="status">
        {t('tools.pane.writing')}
      </p>
    )
  return (
    <div className={styles.empty}>
      <p className={styles.onDesktop}>{t('tools.pane.empty')}</p>
      <p className={styles.onPhone}>{t('tools.pane.emptyPhone')}</p>
      <Button variant="default" onClick={onExample}>
        {t('tools.pane.emptyAction')}
      </Button>
    </div>
  )
}
