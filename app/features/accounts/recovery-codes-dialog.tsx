import { Button } from '@mantine/core'
import { siteName } from '#shared/site.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './setting-page.module.css'

/** Shows the recovery codes once: to copy, download or write down. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t, language } = useTranslation('my', 'factor')
  const text = [t('factor.codes.fileText', { site: siteName[language] }), '', ...codes, ''].join('\n')
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => showToast({ message: t('factor.codes.copied') }),
      () => showToast({ message: t('factor.codes.copyFailed'), tone: 'error' }),
    )
  return (
    <Dialog
      isOpen
      title={t('factor.codes.title')}
      closeLabel={t('site.close')}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={() => void copy()}>
            {t('factor.codes.copy')}
          </Button>
          <Button
            variant="default"
            component="a"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download={t('factor.codes.fileName')}
          >
            {t('factor.codes.download')}
          </Button>
          <Button onClick={onClose}>{t('factor.codes.done')}</Button>
        </>
      }
    >
      <p>{t('factor.codes.text')}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
