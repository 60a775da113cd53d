import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { inviteReward } from '#shared/invites.ts'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { addressOf, ConsoleHeader, Pager } from './console-frame.tsx'
import { decideInvite, type InviteLine, type Page } from './operators-data.ts'
import { useQueuesWords } from './queues-words.ts'
import { useAct } from './use-act.ts'
import styles from './console.module.css'

/** Rewards beyond an inviter's limit of the day: given, or not. */
export function InvitesPage({ page, isFirstPage }: { page: Page<InviteLine>; isFirstPage: boolean }) {
  const { t, language } = useQueuesWords()
  const { act, isBusy } = useAct()
  const [refused, setRefused] = useState<InviteLine | null>(null)
  const here = `/${language}/admin/invite`
  return (
    <>
      <ConsoleHeader
        title={t('operators.nav.invites')}
        lead={t('queues.invites.lead', { tokens: inviteReward.tokens, images: inviteReward.images })}
      />
      {page.lines.length === 0 ? (
        <p className={styles.empty}>{t('queues.invites.empty')}</p>
      ) : (
        <ul className={styles.list}>
          {page.lines.map((line) => (
            <li key={line.id} className={styles.line}>
              <div className={styles.about}>
                <h2 className={styles.name} dir="auto">
                  <Link to={`/${language}/admin/member/${line.inviter_id}`}>
                    {t('queues.invites.line', { inviter: line.inviter, friend: line.friend })}
                  </Link>
                </h2>
                <p className={styles.facts}>
                  <span>{t('queues.invites.total', { count: line.inviter_total })}</span>
                  <span>{t('queues.invites.day', { count: line.inviter_day })}</span>
                  {!line.is_friend_here && <strong>{t('queues.invites.left')}</strong>}
                  <RelativeTime iso={line.created_at} language={language} />
                </p>
              </div>
              <div className={styles.actions}>
                <Button variant="default" disabled={isBusy} onClick={() => setRefused(line)}>
                  {t('queues.invites.refuse')}
                </Button>
                <Button
                  variant="default"
                  disabled={isBusy}
                  onClick={() =>
                    void act((supabase) => decideInvite(supabase, line.id, true), t('queues.invites.given'))
                  }
                >
                  {t('queues.invites.give')}
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
        <ConfirmDialog
          title={t('queues.invites.refuseTitle')}
          text={t('queues.invites.refuseText')}
          action={t('queues.invites.refuse')}
          isBusy={isBusy}
          onClose={() => setRefused(null)}
          onConfirm={async () => {
            const { id } = refused
            if (await act((supabase) => decideInvite(supabase, id, false), t('queues.invites.refused')))
              setRefused(null)
          }}
        />
      )}
    </>
  )
}
