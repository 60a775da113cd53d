import { Button } from '@mantine/core'
import { showToast } from '#app/ui/toast.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './in-app-notice.module.css'

/**
 * A notice inside another app's browser: which sign-ins work there, and an address to open elsewhere.
 * @param props.path of the page to open there; null for this one, wanted path included
 */
export function InAppNotice({ path }: { path: string | null }) {
  const { t } = useTranslation('accounts')

  async function copy() {
    try {
      await navigator.clipboard.writeText(
        path === null ? window.location.href : window.location.origin + path,
      )
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
