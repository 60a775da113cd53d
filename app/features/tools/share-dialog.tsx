import { Button } from '@mantine/core'
import { useMutation } from '#app/session/use-mutation.ts'
import { useTranslation } from '#app/session/words.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/fields.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { copyText } from './copy-text.ts'

/** Creates and deletes the link to a text (T20, T21). `link` is the address, or null while the text is private. */
export function ShareDialog(props: {
  isOpen: boolean
  link: string | null
  onShare: () => Promise<void>
  onUnshare: () => Promise<void>
  onError: (error: unknown) => void
  onClose: () => void
}) {
  const { t } = useTranslation('writing')
  const { send, isPending } = useMutation()
  const run = (work: () => Promise<void>) => send(work, { onError: (_text, error) => props.onError(error) })
  const copy = async (link: string) =>
    showToast({
      message: t((await copyText({ plain: link })) ? 'writing.save.copied' : 'writing.save.copyFailed'),
    })
  return (
    <Dialog
      isOpen={props.isOpen}
      title={t('writing.share.title')}
      closeLabel={t('site.close')}
      onClose={props.onClose}
      actions={
        props.link ? (
          <>
            <Button variant="subtle" loading={isPending} onClick={() => void run(props.onUnshare)}>
              {t('writing.share.unset')}
            </Button>
            <Button variant="filled" onClick={() => copy(props.link ?? '')}>
              {t('writing.share.copy')}
            </Button>
          </>
        ) : (
          <Button variant="filled" loading={isPending} onClick={() => void run(props.onShare)}>
            {t('writing.share.set')}
          </Button>
        )
      }
    >
      <p>{t('writing.share.text')}</p>
      {props.link && (
        <TextField
          name="link"
          label={t('writing.share.link')}
          value={props.link}
          onChange={() => undefined}
          inputProps={{ readOnly: true, onFocus: (event) => event.currentTarget.select() }}
        />
      )}
    </Dialog>
  )
}
