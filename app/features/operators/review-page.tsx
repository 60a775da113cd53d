import { Button } from '@mantine/core'
import { Suspense, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { operatorLimits } from '#shared/operators.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { useMember } from '#app/session/root-data.ts'
import { OperatorsHeader } from './operators-frame.tsx'
import { reviewPrompt, type Review } from './operators-data.ts'
import { PromptAuthor } from './prompt-content.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { useOperatorMutation } from './use-operator-mutation.ts'
import itemStyles from './operators-item.module.css'
import lineStyles from './operators-lines.module.css'

// Opened by a press.
const ReasonDialog = lazyWithRetry(() => import('./reason-dialog.tsx'))

/** One submitted version, with its changes and the prompts that resemble it. @param props.children the content */
export function ReviewPage({ review, children }: { review: Review; children: ReactNode }) {
  const { t, language } = useTranslation('operators', 'prompts', 'reports', 'reviews')
  const { send, isPending } = useOperatorMutation()
  const [isReturning, setIsReturning] = useState(false)
  const isOwn = useMember()?.id === review.author_id
  return (
    <>
      <p className={itemStyles.back}>
        <Link to={`/${language}/admin/prompt`}>{t('reviews.back')}</Link>
      </p>
      <OperatorsHeader title={review.content?.title ?? t('reviews.untold', { id: review.prompt_id })} />
      <p className="u-facts">
        <span>{t(review.shown ? 'reviews.list.edit' : 'reviews.list.new')}</span>
      </p>
      <PromptAuthor author={review.author} authorId={review.author_id} at={review.created_at} />
      <Similar review={review} />
      {review.content && (
        <section className="u-mt6" aria-labelledby="content">
          <h2 id="content" className={lineStyles.heading}>
            {t('reviews.content')}
          </h2>
          {children}
        </section>
      )}
      <div className={itemStyles.bar} data-action-bar="">
        {review.status === 'in_review' && isOwn ? (
          <p className="u-quiet">{t('operators.own')}</p>
        ) : review.status === 'in_review' ? (
          <>
            <p className="u-quiet">{!review.is_show && t('reviews.rewardNote')}</p>
            <Button variant="default" disabled={isPending} onClick={() => setIsReturning(true)}>
              {t('reviews.return')}
            </Button>
            <Button
              variant="filled"
              loading={isPending}
              onClick={() =>
                void send(async ({ supabase }) => reviewPrompt(await supabase(), review.id, null), {
                  done: t('reviews.approved'),
                })
              }
            >
              {t('reviews.approve')}
            </Button>
          </>
        ) : (
          <p className="u-quiet" role="status">
            {t(`reviews.done.${review.status}`)}
            {review.reason && <> {t('reviews.because', { reason: review.reason })}</>}
          </p>
        )}
      </div>
      {isReturning && (
        <Suspense>
          <ReasonDialog
            title={t('reviews.returnTitle')}
            text={t('reviews.returnText')}
            label={t('reviews.reason')}
            limit={operatorLimits.reviewReason}
            action={t('reviews.return')}
            done={t('reviews.returned')}
            send={async ({ supabase }, reason) => reviewPrompt(await supabase(), review.id, reason)}
            onClose={() => setIsReturning(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function Similar({ review }: { review: Review }) {
  const { t, language } = useTranslation('operators', 'prompts', 'reports', 'reviews')
  if (review.similar.length === 0) return null
  return (
    <section className="u-mt6" aria-labelledby="similar">
      <h2 id="similar" className={lineStyles.heading}>
        {t('reviews.similar')}
      </h2>
      <ul className={lineStyles.list}>
        {review.similar.map(({ id, version_id: waiting, title, similarity }) => (
          <li key={waiting ?? id} className={lineStyles.line}>
            <span className={lineStyles.name} dir="auto">
              <Link to={`/${language}${waiting ? `/admin/prompt/${waiting}` : `/prompt/detail/${id}`}`}>
                {title}
              </Link>
            </span>
            <span className="u-quiet">
              {waiting && <>{t('reviews.waits')} · </>}
              {t('reviews.similarity', { percent: Math.round(similarity * 100) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
