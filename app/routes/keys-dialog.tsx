import { Dialog } from '#app/ui/dialog.tsx'
import { toastKey } from '#app/ui/toast.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './palette.module.css'

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** All keyboard shortcuts of the site. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('palette')
  const control = isApple() ? '⌘' : 'Ctrl'
  const keys = [
    [[control, 'K'], t('palette.keys.palette')],
    [['/'], t('palette.keys.search')],
    [['?'], t('palette.keys.help')],
    [['Esc'], t('palette.keys.close')],
    [[toastKey], t('palette.keys.toast')],
    [[control, 'J'], t('palette.keys.command')],
    [[control, 'K'], t('palette.keys.link')],
    [[control, 'S'], t('palette.keys.save')],
    [[control, 'Enter'], t('palette.keys.send')],
  ] as const
  return (
    <Dialog isOpen title={t('palette.keys.title')} closeLabel={t('site.close')} onClose={onClose}>
      <dl className={styles.keys}>
        {keys.map(([combination, what]) => (
          <div key={what}>
            <dt>
              {combination.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{t('palette.keys.note')}</p>
    </Dialog>
  )
}
