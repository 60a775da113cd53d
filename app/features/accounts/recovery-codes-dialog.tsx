import { Button } from '@mantine/core'
import { siteName } from '#shared/site.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { useTwostepWords } from './twostep-words.ts'
import styles from './setting-page.module.css'

/** Shows the recovery codes once: to copy, download or write down. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t, language } = useTwostepWords()
  const text = [t('twostep.codes.fileText', { site: siteName[language] }), '', ...codes, ''].join('\n')
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => showToast({ message: t('twostep.codes.copied') }),
      () => showToast({ message: t('twostep.codes.copyFailed'), tone: 'error' }),
    )
  return (
    <Dialog
      isOpen
      title={t('twostep.codes.title')}
      closeLabel={t('site.close')}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={() => void copy()}>
            {t('twostep.codes.copy')}
          </Button>
          <Button
            variant="default"
            component="a"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download={t('twostep.codes.fileName')}
          >
            {t('twostep.codes.download')}
          </Button>
          <Button onClick={onClose}>{t('twostep.codes.done')}</Button>
        </>
      }
    >
      <p>{t('twostep.codes.text')}</p>
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
