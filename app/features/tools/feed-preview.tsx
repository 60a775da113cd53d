import { Button } from '@mantine/core'
import { useState } from 'react'
import { plainAnswer } from '#shared/measure.ts'
import { readFeed } from '#shared/sections.ts'
import { isRightToLeft, outputLanguageTags } from '#shared/tools.ts'
import type { InstagramFeedDraft } from './instagram-feed-tool.tsx'
import type { ResultProps } from './tool-kit.ts'
import { useToolWords } from './tool-words.ts'
import styles from './feed-preview.module.css'

/** The post as a phone shows it: slides to swipe through, caption and hashtags below. */
export function FeedPreview({ document, content, onCopy }: ResultProps<InstagramFeedDraft>) {
  const { t } = useToolWords()
  const { slides, caption } = readFeed(content)
  const [chosen, setChosen] = useState(0)
  if (slides.length === 0) return null
  const current = Math.min(chosen, slides.length - 1)
  const slide = slides[current]!
  const hashtags = document.text.tags.map((tag) => `#${tag}`).join(' ')
  const plainCaption = caption
    .split(/\n{2,}/)
    .map(plainAnswer)
    .join('\n\n')
  return (
    <section className={styles.preview} aria-label={t('forms.instagramFeed.preview')}>
      <div
        className={styles.phone}
        lang={outputLanguageTags[document.language]}
        dir={isRightToLeft(document.language) ? 'rtl' : 'ltr'}
      >
        <div className={styles.slide} aria-live="polite">
          <span className={styles.number}>
            {current + 1}/{slides.length}
          </span>
          <p className={styles.headline}>{plainAnswer(slide.heading)}</p>
          <p className={styles.text}>{plainAnswer(slide.text)}</p>
        </div>
        <p className={styles.caption}>{plainCaption}</p>
        {hashtags && <p className={styles.hashtags}>{hashtags}</p>}
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
        <Button
          variant="default"
          size="sm"
          onClick={() => onCopy([plainCaption, hashtags].filter(Boolean).join('\n\n'))}
        >
          {t('forms.instagramFeed.copyCaption')}
        </Button>
      </div>
    </section>
  )
}
