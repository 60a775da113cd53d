import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '#app/session/words.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/fields.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { copyText } from './copy-text.ts'

/** Makes and closes the link to a text (T20, T21). `link` is the address, or null while nobody else can read it. */
export function ShareDialog(props: {
  isOpen: boolean
  link: string | null
  onShare: () => Promise<void>
  onUnshare: () => Promise<void>
  onClose: () => void
}) {
  const { t } = useWords()
  const [isBusy, setIsBusy] = useState(false)
  const run = (work: () => Promise<void>) => async () => {
    setIsBusy(true)
    await work()
    setIsBusy(false)
  }
  const copy = async (link: string) =>
    showToast({
      message: t((await copyText({ plain: link })) ? 'tools.save.copied' : 'tools.save.copyFailed'),
    })
  return (
    <Dialog
      isOpen={props.isOpen}
      title={t('tools.share.title')}
      closeLabel={t('site.close')}
      onClose={props.onClose}
      actions={
        props.link ? (
          <>
            <Button variant="subtle" loading={isBusy} onClick={run(props.onUnshare)}>
              {t('tools.share.unset')}
            </Button>
            <Button variant="filled" onClick={() => copy(props.link ?? '')}>
              {t('tools.share.copy')}
            </Button>
          </>
        ) : (
          <Button variant="filled" loading={isBusy} onClick={run(props.onShare)}>
            {t('tools.share.set')}
          </Button>
        )
      }
    >
      <p>{t('tools.share.text')}</p>
      {props.link && (
        <TextField
          name="link"
          label={t('tools.share.link')}
          value={props.link}
          onChange={() => undefined}
          inputProps={{ readOnly: true, onFocus: (event) => event.currentTarget.select() }}
        />
      )}
    </Dialog>
  )
}
