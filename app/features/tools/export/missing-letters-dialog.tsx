import { Button } from '@mantine/core'
import { useTranslation } from '#app/session/words.tsx'
import { Dialog } from '#app/ui/dialog.tsx'

const shownMax = 40

/** Names the letters that a PDF would lose, before it is made. */
export default function MissingLettersDialog(props: {
  letters: string[]
  onPrint: () => void
  onMake: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('export')
  const { t: tSite } = useTranslation()
  const rest = props.letters.length - shownMax
  return (
    <Dialog
      isOpen
      title={t('export.missing.title')}
      closeLabel={tSite('site.close')}
      onClose={props.onClose}
      actions={
        <>
          <Button variant="subtle" onClick={props.onMake}>
            {t('export.missing.action')}
          </Button>
          <Button onClick={props.onPrint}>{t('export.missing.print')}</Button>
        </>
      }
    >
      <p>{t('export.missing.text')}</p>
      <p>
        {t('export.missing.list')}: <b>{props.letters.slice(0, shownMax).join(' ')}</b>
        {rest > 0 && ` ${t('export.missing.more', { count: rest })}`}
      </p>
    </Dialog>
  )
}
