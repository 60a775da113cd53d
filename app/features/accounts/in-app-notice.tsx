import { Button } from '@mantine/core'
import { showToast } from '#app/ui/toast.tsx'
import { useAccountsWords } from './accounts-words.ts'
import styles from './in-app-notice.module.css'

/** Inside another app's browser: says what works there and takes the address along, invite and wanted path included. */
export function InAppNotice() {
  const { t } = useAccountsWords()

  async function copy() {
    try {
      await navigator.clipboard.writeText(window.location.href)
      showToast({ message: t('accounts.in.copied') })
    } catch {
      showToast({ message: t('accounts.in.copyFailed'), tone: 'error' })
    }
  }

  return (
    <div className={styles.notice}>
      <p>{t('accounts.in.inApp')}</p>
      <Button variant="default" size="sm" onClick={() => void copy()}>
        {t('accounts.in.copy')}
      </Button>
    </div>
  )
}
