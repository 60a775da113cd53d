import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { operatorLimits } from '#shared/operators.ts'
import { ConsoleHeader } from './console-frame.tsx'
import { reviewPrompt, type Review } from './operators-data.ts'
import { PromptAuthor } from './prompt-content.tsx'
import { useQueuesWords } from './queues-words.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { useAct } from './use-act.ts'
import styles from './console.module.css'

/** One version that was handed in, with what it would change and what it resembles. @param props.children what it says */
export function ReviewPage({ review, children }: { review: Review; children: ReactNode }) {
  const { t, language } = useQueuesWords()
  const { act, isBusy } = useAct()
  const [isReturning, setIsReturning] = useState(false)
  return (
    <>
      <p className={styles.back}>
        <Link to={`/${language}/admin/prompt`}>{t('queues.review.back')}</Link>
      </p>
      <ConsoleHeader title={review.content.title} />
      <p className={styles.facts}>
        <span>{t(review.shown ? 'queues.reviews.edit' : 'queues.reviews.new')}</span>
      </p>
      <PromptAuthor author={review.author} authorId={review.author_id} at={review.created_at} />
      <Similar review={review} />
      <div className={styles.section}>{children}</div>
      <div className={styles.bar}>
        {review.status === 'in_review' ? (
          <>
            <p className={styles.note}>{t('queues.review.rewardNote')}</p>
            <Button variant="default" disabled={isBusy} onClick={() => setIsReturning(true)}>
              {t('queues.review.return')}
            </Button>
            <Button
              variant="filled"
              loading={isBusy}
              onClick={() =>
                void act((supabase) => reviewPrompt(supabase, review.id, null), t('queues.review.approved'))
              }
            >
              {t('queues.review.approve')}
            </Button>
          </>
        ) : (
          <p className={styles.note} role="status">
            {t(`queues.review.done.${review.status}`)}
            {review.reason && <> {t('operators.log.reason', { reason: review.reason })}</>}
          </p>
        )}
      </div>
      {isReturning && (
        <ReasonDialog
          title={t('queues.review.returnTitle')}
          text={t('queues.review.returnText')}
          label={t('queues.review.reason')}
          limit={operatorLimits.reviewReason}
          action={t('queues.review.return')}
          isBusy={isBusy}
          onClose={() => setIsReturning(false)}
          onSubmit={async (reason) => {
            if (
              await act((supabase) => reviewPrompt(supabase, review.id, reason), t('queues.review.returned'))
            )
              setIsReturning(false)
          }}
        />
      )}
    </>
  )
}

function Similar({ review }: { review: Review }) {
  const { t, language } = useQueuesWords()
  if (review.similar.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="similar">
      <h2 id="similar" className={styles.heading}>
        {t('queues.review.similar')}
      </h2>
      <ul className={styles.list}>
        {review.similar.map(({ id, title, similarity }) => (
          <li key={id} className={styles.line}>
            <span className={styles.name} dir="auto">
              <Link to={`/${language}/prompt/detail/${id}`}>{title}</Link>
            </span>
            <span className={styles.note}>
              {t('queues.review.similarity', { percent: Math.round(similarity * 100) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
