import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { inviteReward } from '#shared/invites.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { addressOf, ConsoleHeader, Pager } from './console-frame.tsx'
import { decideInvite, type InviteLine, type Page } from './operators-data.ts'
import { useRewardsWords } from './rewards-words.ts'
import { useAct } from './use-act.ts'
import styles from './console.module.css'

// Opened by a press.
const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'))

/** Rewards beyond an inviter's limit of the day: given, or not. */
export default function InvitesPage({ page, isFirstPage }: { page: Page<InviteLine>; isFirstPage: boolean }) {
  const { t, language } = useRewardsWords()
  const { act, isBusy } = useAct()
  const [refused, setRefused] = useState<InviteLine | null>(null)
  const here = `/${language}/admin/invite`
  return (
    <>
      <PageHead title={t('operators.nav.invites')} />
      <ConsoleHeader
        title={t('operators.nav.invites')}
        lead={t('rewards.lead', { tokens: inviteReward.tokens, images: inviteReward.images })}
      />
      {page.lines.length === 0 ? (
        <p className={styles.empty}>{t('rewards.empty')}</p>
      ) : (
        <ul className={styles.list}>
          {page.lines.map((line) => (
            <li key={line.id} className={styles.line}>
              <div className={styles.about}>
                <h2 className={styles.name} dir="auto">
                  <Link to={`/${language}/admin/member/${line.inviter_id}`}>
                    {t('rewards.line', { inviter: line.inviter, friend: line.friend })}
                  </Link>
                </h2>
                <p className={styles.facts}>
                  <span>{t('rewards.total', { count: line.inviter_total })}</span>
                  <span>{t('rewards.day', { count: line.inviter_day })}</span>
                  {!line.is_friend_here && <strong>{t('rewards.left')}</strong>}
                  <RelativeTime iso={line.created_at} language={language} />
                </p>
              </div>
              <div className={styles.actions}>
                <Button variant="default" disabled={isBusy} onClick={() => setRefused(line)}>
                  {t('rewards.refuse')}
                </Button>
                <Button
                  variant="default"
                  disabled={isBusy}
                  onClick={() =>
                    void act((supabase) => decideInvite(supabase, line.id, true), t('rewards.given'))
                  }
                >
                  {t('rewards.give')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Pager
        first={isFirstPage ? null : here}
        next={page.hasMore ? addressOf(here, { from: page.lines.at(-1)?.id ?? null }) : null}
      />
      {refused && (
        <Suspense>
          <ConfirmDialog
            title={t('rewards.refuseTitle')}
            text={t('rewards.refuseText')}
            action={t('rewards.refuse')}
            isBusy={isBusy}
            onClose={() => setRefused(null)}
            onConfirm={async () => {
              const { id } = refused
              if (await act((supabase) => decideInvite(supabase, id, false), t('rewards.refused')))
                setRefused(null)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
