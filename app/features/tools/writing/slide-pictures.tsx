import { Button } from '@mantine/core'
import { readPicture } from '#shared/pictures.ts'
import type { Feed } from '#shared/sections.ts'
import { estimatePicture } from '#shared/edit-prices.ts'
import { useRootData } from '#app/session/root-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { downloadPicture } from '../export/download-file.ts'
import { ImageQuotaNote, restId } from '../forms/image-quota-note.tsx'
import { useActions, useIsMakingPictures, useShownText } from './writing-context.ts'
import styles from './feed-preview.module.css'

/**
 * The images of a feed. The image of the current slide can be generated, regenerated or downloaded, and all can be at
 * once.
 */
export function SlidePictures({ slides, current }: { slides: Feed['slides']; current: number }) {
  const { t } = useTranslation('madepictures', 'pictures', 'errors')
  const { shown: document, asked, isEditable } = useShownText()
  const { makePicture } = useActions()
  const isMaking = useIsMakingPictures()
  const model = useRootData()?.toolModel ?? 'demo'
  const slide = slides[current]!
  const all = slides.flatMap(({ picture }, index) => {
    const found = readPicture(picture)
    return found ? [{ src: found.src, name: `${document.text.title} ${index + 1}`, index }] : []
  })
  const own = all.find(({ index }) => index === current)
  const { expected } = estimatePicture(
    { text: `${slide.heading}\n${slide.text}`, wishes: asked['instructions'] as string | undefined },
    model,
  )
  const download = async (wanted: typeof all) => {
    try {
      for (const { src, name } of wanted) await downloadPicture(src, name)
    } catch (error) {
      console.warn('A picture could not be downloaded.', error)
      showToast({ message: t('madepictures.downloadFailed'), tone: 'error' })
    }
  }
  return (
    <>
      {isMaking && (
        <p className={styles.note} role="status">
          {t('madepictures.slide.making')}
        </p>
      )}
      {!isMaking && document.pictureError && all.length < slides.length && (
        <p className={styles.failed} role="alert">
          {t('madepictures.slide.failed')} {t(`errors.${document.pictureError}`)}
        </p>
      )}
      {isEditable && (
        <div className={styles.controls}>
          {document.status === 'done' && (
            <Button
              variant="default"
              size="sm"
              disabled={document.isDirty}
              aria-describedby={restId}
              onClick={() =>
                void makePicture(
                  { slide: { number: current, heading: slide.heading } },
                  { tokens: expected, images: 1 },
                )
              }
            >
              {t(own ? 'madepictures.slide.again' : 'madepictures.slide.make')}
              {` · ${t('madepictures.price', { tokens: expected })} · ${t('pictures.count.one')}`}
            </Button>
          )}
          {own && (
            <Button variant="subtle" size="sm" onClick={() => void download([own])}>
              {t('madepictures.slide.download')}
            </Button>
          )}
          {all.length > 1 && (
            <Button variant="subtle" size="sm" onClick={() => void download(all)}>
              {t('madepictures.slide.all')}
            </Button>
          )}
          {document.status === 'done' && <ImageQuotaNote isSaved={!document.isDirty} />}
        </div>
      )}
    </>
  )
}
