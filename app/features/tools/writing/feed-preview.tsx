import { Button } from '@mantine/core'
import { Fragment, Suspense, useState } from 'react'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { plainAnswer, plainParagraphs } from '#shared/rendered-text.ts'
import { readPicture, readPictureAddress } from '#shared/pictures.ts'
import { readFeed } from '#shared/sections.ts'
import { textLanguages } from '#app/ui/text-language.ts'
import { SlidePictures } from './slide-pictures.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { useHandOver, useIsMakingPictures, useShownText } from './writing-context.ts'
import styles from './feed-preview.module.css'

const SlideCardsPanel = lazyWithRetry(() => import('../export/slide-cards-panel.tsx'))

/** The post as a phone shows it: slides to swipe through, caption and hashtags below. */
export default function FeedPreview() {
  const { t } = useTranslation('forms')
  const { shown: document, content, isEditable } = useShownText()
  const { copy, handOver } = useHandOver()
  const isMaking = useIsMakingPictures()
  const { slides, caption } = readFeed(content)
  const [chosen, setChosen] = useState(0)
  if (slides.length === 0) return null
  const current = Math.min(chosen, slides.length - 1)
  const slide = slides[current]!
  const picture = readPicture(slide.picture)
  const address = picture && readPictureAddress(picture.src)
  const hashtags = document.text.tags.map((tag) => `#${tag}`).join(' ')
  const plainCaption = plainParagraphs(caption)
  const fullCaption = [plainCaption, hashtags].filter(Boolean).join('\n\n')
  return (
    <section className={styles.preview} aria-label={t('forms.instagramFeed.preview')} aria-busy={isMaking}>
      <div className={styles.phone} {...textLanguages[document.language]}>
        <div className={styles.slide} data-picture={address ? true : undefined} aria-live="polite">
          {address && <img className={styles.picture} src={address.src} alt={picture.alt} />}
          <span className={styles.number}>
            {current + 1}/{slides.length}
          </span>
          <div className={styles.words}>
            <p className={styles.headline}>{plainAnswer(slide.heading)}</p>
            <p className={styles.text}>{plainAnswer(slide.text)}</p>
          </div>
        </div>
        <p className={styles.caption}>{plainCaption}</p>
        {document.text.tags.length > 0 && (
          <p className={styles.hashtags}>
            {document.text.tags.map((tag) => (
              <Fragment key={tag}>
                <span>#{tag}</span>{' '}
              </Fragment>
            ))}
          </p>
        )}
      </div>
      <div className={styles.controls}>
        <Button variant="default" size="sm" disabled={current === 0} onClick={() => setChosen(current - 1)}>
          {t('forms.instagramFeed.previous')}
        </Button>
        <Button
          variant="default"
          size="sm"
          disabled={current === slides.length - 1}
          onClick={() => setChosen(current + 1)}
        >
          {t('forms.instagramFeed.next')}
        </Button>
        <Button variant="default" size="sm" onClick={() => copy({ plain: fullCaption })}>
          {t('forms.instagramFeed.copyCaption')}
        </Button>
      </div>
      <Suspense>
        <SlideCardsPanel
          handOver={(work) => handOver(content, work)}
          set={{
            title: document.text.title,
            slides: slides.map(({ heading, text }) => ({
              heading: plainAnswer(heading),
              text: plainAnswer(text),
            })),
            caption: fullCaption,
            language: document.language,
          }}
        />
      </Suspense>
      {(isEditable || isMaking) && <SlidePictures slides={slides} current={current} />}
    </section>
  )
}
