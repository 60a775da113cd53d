import type { CSSProperties } from 'react'
import { useTranslation } from '#app/session/words.tsx'
import { CheckIcon } from '#app/ui/icons.tsx'
import styles from './writing-demo.module.css'

const stages = ['keyword', 'outline', 'title', 'text', 'tags', 'paste'] as const
const activeStage = stages.indexOf('text')

/**
 * A demonstration: the way from a keyword to the blog, and a growing text. The text is complete in the document. Style sheets alone reveal it
 * word by word, in under five seconds and only without reduced motion, so nothing moves or flickers.
 */
export function WritingDemo({ tokens }: { tokens: number }) {
  const { t } = useTranslation('home')
  const first = t('home.demo.first')
  return (
    <figure className={`u-surface ${styles.demo}`} aria-label={t('home.demo.label')}>
      <figcaption className={styles.head}>
        <span className={styles.chip}>{t('home.demo.tool')}</span>
        <span className="u-muted">
          {t('home.demo.sample')}: {t('home.demo.topic')}
        </span>
        <span className={styles.price}>{t('home.demo.price', { tokens })}</span>
      </figcaption>
      <div className={styles.panes}>
        <ol className={styles.stages}>
          {stages.map((stage, index) => (
            <Stage key={stage} stage={stage} index={index} />
          ))}
        </ol>
        <div className={styles.text}>
          <p className={styles.heading}>{t('home.demo.heading')}</p>
          <p className={styles.first}>
            <Written text={first} from={0} />
          </p>
          <p className={styles.second}>
            <Written text={t('home.demo.second')} from={first.split(' ').length} />
            <span className={styles.caret} aria-hidden="true" />
          </p>
          <p className={styles.note}>{t('home.demo.note')}</p>
        </div>
      </div>
    </figure>
  )
}

function Stage({ stage, index }: { stage: (typeof stages)[number]; index: number }) {
  const { t } = useTranslation('home')
  const state = index < activeStage ? 'done' : index === activeStage ? 'active' : 'waiting'
  return (
    <li className={styles.stage} data-state={state}>
      <span className={styles.sign}>{state === 'done' && <CheckIcon size={14} />}</span>
      {t(`home.demo.stages.${stage}`)}
      {state !== 'waiting' && <span className="spoken-only"> ({t(`home.demo.${state}`)})</span>}
    </li>
  )
}

function Written({ text, from }: { text: string; from: number }) {
  return text.split(' ').map((word, index) => (
    // Words repeat and never move: their position is their key.
    <span key={`${from + index}`} className={styles.word} style={{ '--word': from + index } as CSSProperties}>
      {word}{' '}
    </span>
  ))
}
