import { Button } from '@mantine/core'
import { AppError } from '#shared/errors.ts'
import { readPicture, readPictureAddress } from '#shared/pictures.ts'
import { estimatePicture } from '#shared/edit-prices.ts'
import { useRootData } from '#app/session/root-data.ts'
import { asAppError, type Supabase } from '#app/session/supabase.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { useTranslation } from '#app/session/words.tsx'
import { textLanguages } from '#app/ui/text-language.ts'
import { showToast } from '#app/ui/toast.tsx'
import { downloadPicture } from '../export/download-file.ts'
import { ImageQuotaNote, restId } from '../forms/image-quota-note.tsx'
import { useActions, useIsMakingPictures, useShownText } from './writing-context.ts'
import styles from './thumbnail-panel.module.css'

/**
 * The image above an article: generated with it or later, regenerated, inserted into the text, downloaded or removed.
 */
export default function ThumbnailPanel() {
  const { t } = useTranslation('madepictures', 'pictures', 'errors')
  const { shown: document, isEditable } = useShownText()
  const isMaking = useIsMakingPictures()
  const picture = readPicture(document.thumbnail)
  const address = picture && readPictureAddress(picture.src)
  const canMake = isEditable && document.status === 'done'
  if (!address && !isMaking && !canMake) return null
  return (
    <section className={styles.panel} aria-label={t('madepictures.thumbnail.label')} aria-busy={isMaking}>
      {address && (
        <img
          className={styles.picture}
          data-old={isMaking || undefined}
          src={address.src}
          alt={picture.alt}
          lang={textLanguages[document.language].lang}
          width={address.width ?? undefined}
          height={address.height ?? undefined}
        />
      )}
      {isMaking && (
        <p className={address ? styles.note : styles.making} role="status">
          {t('madepictures.thumbnail.making')}
        </p>
      )}
      {!isMaking && document.pictureError && (
        <p className={styles.failed} role="alert">
          {t('madepictures.thumbnail.failed')} {t(`errors.${document.pictureError}`)}
        </p>
      )}
      {isEditable && <Actions picture={picture} canMake={canMake} />}
    </section>
  )
}

function Actions(props: { picture: { src: string; alt: string } | null; canMake: boolean }) {
  const { t } = useTranslation('madepictures', 'pictures')
  const { picture } = props
  const { shown: document, asked } = useShownText()
  const { editor, makePicture, update } = useActions()
  const model = useRootData()?.toolModel ?? 'demo'
  const { send, isPending } = useMutation()
  const { expected } = estimatePicture(
    { text: document.text.content, wishes: asked['instructions'] as string | undefined },
    model,
  )
  const download = async ({ src }: { src: string }) => {
    try {
      await downloadPicture(src, document.text.title)
    } catch (error) {
      console.warn('The picture could not be downloaded.', error)
      showToast({ message: t('madepictures.downloadFailed'), tone: 'error' })
    }
  }
  const remove = async () => {
    let putBack = async (): Promise<void> => undefined
    const undo = () => void send(putBack, { done: t('madepictures.thumbnail.back') })
    await send(
      async ({ supabase }) => {
        const { id } = document
        if (id === null) throw new AppError('write_first')
        // The earlier state is stored as a version.
        await removeThumbnail(await supabase(), id)
        update(id, { thumbnail: null })
        putBack = async () => update(id, { thumbnail: await putBackThumbnail(await supabase(), id) })
      },
      {
        done: {
          message: t('madepictures.thumbnail.removed'),
          action: { label: t('madepictures.thumbnail.undo'), run: undo },
        },
      },
    )
  }
  return (
    <div className="u-row">
      {props.canMake && (
        <Button
          variant="default"
          size="sm"
          // The server reads the image's subject from the stored text.
          disabled={document.isDirty}
          aria-describedby={restId}
          onClick={() => void makePicture({}, { tokens: expected, images: 1 })}
        >
          {t(picture ? 'madepictures.thumbnail.again' : 'madepictures.thumbnail.make')}
          {` · ${t('madepictures.price', { tokens: expected })} · ${t('pictures.count.one')}`}
        </Button>
      )}
      {picture && (
        <>
          <Button variant="subtle" size="sm" onClick={() => editor.current?.putPicture(picture)}>
            {t('madepictures.thumbnail.put')}
          </Button>
          <Button variant="subtle" size="sm" onClick={() => void download(picture)}>
            {t('madepictures.thumbnail.download')}
          </Button>
          <Button variant="subtle" size="sm" disabled={isPending} onClick={() => void remove()}>
            {t('madepictures.thumbnail.remove')}
          </Button>
        </>
      )}
      {props.canMake && <ImageQuotaNote isSaved={!document.isDirty} />}
    </div>
  )
}

/** Removes the image above the text. @throws AppError `request_in_progress` while a run writes the text */
async function removeThumbnail(supabase: Supabase, id: number): Promise<void> {
  const { error } = await supabase.rpc('remove_thumbnail', { tool_use_id: id })
  if (error) throw asAppError(error)
}

/** Restores the image that was removed last. @returns it as Markdown @throws AppError */
async function putBackThumbnail(supabase: Supabase, id: number): Promise<string> {
  const { data, error } = await supabase.rpc('put_back_thumbnail', { tool_use_id: id })
  if (error) throw asAppError(error)
  return data
}
