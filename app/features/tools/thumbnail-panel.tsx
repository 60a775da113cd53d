import { Button } from '@mantine/core'
import { readPicture, readPictureAddress } from '#shared/pictures.ts'
import { outputLanguageTags } from '#shared/tools.ts'
import { estimatePicture } from '#shared/tool-prices.ts'
import { useRootData } from '#app/session/root-data.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { useTranslation } from '#app/session/words.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { downloadFile, fetchPicture } from './download-file.ts'
import type { ArticleDraft } from './article-tool.tsx'
import { ImageQuotaNote, restId } from './image-quota-note.tsx'
import type { PictureActions, ResultProps } from './tool-definition.ts'
import type { OpenText } from './text.ts'
import styles from './thumbnail-panel.module.css'

/**
 * The image above an article: generated with it or later, regenerated, inserted into the text, downloaded or removed.
 */
export function ThumbnailPanel(props: ResultProps<ArticleDraft>) {
  const { t } = useTranslation('madepictures', 'pictures')
  const { document, isMakingPictures: isMaking, pictures } = props
  const picture = readPicture(document.thumbnail)
  const address = picture && readPictureAddress(picture.src)
  const canMake = pictures !== null && document.status === 'done'
  if (!address && !isMaking && !canMake) return null
  return (
    <section className={styles.panel} aria-label={t('madepictures.thumbnail.label')} aria-busy={isMaking}>
      {address && (
        <img
          className={styles.picture}
          data-old={isMaking || undefined}
          src={address.src}
          alt={picture.alt}
          lang={outputLanguageTags[document.language]}
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
      {pictures && <Actions document={document} picture={picture} pictures={pictures} canMake={canMake} />}
    </section>
  )
}

function Actions(props: {
  document: OpenText
  picture: { src: string; alt: string } | null
  pictures: PictureActions
  canMake: boolean
}) {
  const { t } = useTranslation('madepictures', 'pictures')
  const { document, picture, pictures } = props
  const model = useRootData()?.toolModel ?? 'demo'
  const { send, isPending } = useMutation()
  const { expected } = estimatePicture(document.text.content, model)
  const download = async ({ src }: { src: string }) => {
    try {
      downloadFile(await fetchPicture(src, document.text.title))
    } catch (error) {
      console.warn('The picture could not be downloaded.', error)
      showToast({ message: t('madepictures.downloadFailed'), tone: 'error' })
    }
  }
  const remove = async () => {
    let putBack = async (): Promise<void> => undefined
    const undo = () => void send(putBack, { done: t('madepictures.thumbnail.back') })
    await send(
      async () => {
        putBack = await pictures.remove()
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
    <div className={styles.actions}>
      {props.canMake && (
        <Button
          variant="default"
          size="sm"
          // The server reads the image's subject from the stored text.
          disabled={document.isDirty}
          aria-describedby={restId}
          onClick={() => pictures.make({}, { tokens: expected, images: 1 })}
        >
          {t(picture ? 'madepictures.thumbnail.again' : 'madepictures.thumbnail.make')}
          {` · ${t('madepictures.price', { tokens: expected })} · ${t('pictures.count.one')}`}
        </Button>
      )}
      {picture && (
        <>
          <Button variant="subtle" size="sm" onClick={() => pictures.put(picture)}>
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
