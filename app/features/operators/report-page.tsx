import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { operatorLimits } from '#shared/operators.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { useMember } from '#app/session/root-data.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { OperatorsHeader } from './operators-frame.tsx'
import { decideReports, hidePrompt, type ReportedPrompt } from './operators-data.ts'
import { PromptAuthor, PromptContent } from './prompt-content.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { useOperatorMutation } from './use-operator-mutation.ts'
import itemStyles from './operators-item.module.css'
import lineStyles from './operators-lines.module.css'

// Opened by a press.
const ReasonDialog = lazyWithRetry(() => import('./reason-dialog.tsx'))

/** A prompt with what readers reported of it, and what becomes of it. */
export default function ReportPage({ prompt }: { prompt: ReportedPrompt }) {
  const { t, language } = useTranslation('operators', 'prompts', 'reports', 'reviews')
  const { send, isPending } = useOperatorMutation()
  const [isHiding, setIsHiding] = useState(false)
  const { prompt_id: id, reports } = prompt
  const isReported = reports.length > 0
  const isOwn = useMember()?.id === prompt.author_id
  const title = prompt.content?.title ?? t('reviews.untold', { id })
  return (
    <>
      <PageHead title={title} />
      <p className={itemStyles.back}>
        <Link to={`/${language}/admin/prompt?view=reports`}>{t('reviews.backReports')}</Link>
      </p>
      <OperatorsHeader title={title} />
      <PromptAuthor author={prompt.author} authorId={prompt.author_id} at={prompt.created_at} />
      <section className="u-mt6" aria-labelledby="reports">
        <h2 id="reports" className={lineStyles.heading}>
          {t('reviews.reportsTitle')}
        </h2>
        {isReported ? (
          <ul className={lineStyles.list}>
            {reports.map((report) => (
              <li key={report.id} className={lineStyles.line}>
                <div className={lineStyles.about}>
                  <p className={lineStyles.name}>{t(`reports.reasons.${report.reason as 'copied'}`)}</p>
                  {report.detail && (
                    <p className={itemStyles.text} dir="auto">
                      {report.detail}
                    </p>
                  )}
                  <p className="u-facts">
                    <RelativeTime iso={report.created_at} language={language} />
                  </p>
                </div>
              </li>
            ))}
          </ul>
        ) : (
          <p className="u-quiet">{t('reviews.noReports')}</p>
        )}
      </section>
      {prompt.content && (
        <section className="u-mt6" aria-labelledby="content">
          <h2 id="content" className={lineStyles.heading}>
            {t('reviews.content')}
          </h2>
          <PromptContent content={prompt.content} />
        </section>
      )}
      <div className={itemStyles.bar} data-action-bar="">
        {!prompt.is_show && <p className="u-quiet">{t('reviews.list.down')}</p>}
        {prompt.is_show && (
          <LinkButton to={`/${language}/prompt/detail/${id}`}>{t('reviews.view')}</LinkButton>
        )}
        {isOwn && <p className="u-quiet">{t('operators.own')}</p>}
        {isReported && !isOwn && (
          <Button
            variant="default"
            loading={isPending}
            onClick={() =>
              void send(async ({ supabase }) => decideReports(await supabase(), id, null), {
                done: t('reviews.kept'),
              })
            }
          >
            {t('reviews.keep')}
          </Button>
        )}
        {(prompt.is_show || isReported) && !isOwn && (
          <Button variant="filled" disabled={isPending} onClick={() => setIsHiding(true)}>
            {t('reviews.hide')}
          </Button>
        )}
      </div>
      {isHiding && (
        <Suspense>
          <ReasonDialog
            title={t('reviews.hideTitle')}
            text={t('reviews.hideText')}
            label={t('reviews.reason')}
            limit={operatorLimits.reviewReason}
            action={t('reviews.hide')}
            done={t('reviews.hidden')}
            send={async ({ supabase }, reason) =>
              (isReported ? decideReports : hidePrompt)(await supabase(), id, reason)
            }
            onClose={() => setIsHiding(false)}
          />
        </Suspense>
      )}
    </>
  )
}
