import { Button } from '@mantine/core'
import { useTranslation } from '#app/session/words.tsx'
import { useActions, useWritingStatus } from './writing-context.ts'
import styles from './tool-page.module.css'

/** The text's side before there is a text. */
export function EmptyPane() {
  const { t } = useTranslation('writing')
  const { isBusy } = useWritingStatus()
  const { showExample } = useActions()
  if (isBusy)
    return (
      <p className={styles.empty} role="status">
        {t('writing.pane.writing')}
      </p>
    )
  return (
    <div className={styles.empty}>
      <p className={styles.onDesktop}>{t('writing.pane.empty')}</p>
      <p className={styles.onPhone}>{t('writing.pane.emptyPhone')}</p>
      <Button variant="default" onClick={() => void showExample()}>
        {t('writing.pane.emptyAction')}
      </Button>
    </div>
  )
}
