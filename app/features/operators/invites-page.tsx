import { Button } from '@mantine/core'
import { Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import { inviteReward } from '#shared/invites.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { useMember } from '#app/session/root-data.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { useInfiniteList } from '#app/session/use-infinite-list.ts'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { OperatorsHeader, EmptyQueue, More } from './operators-frame.tsx'
import { decideInvite, listInvites, type InviteLine } from './operators-data.ts'
import type { Page } from './read-page.ts'
import { useTranslation } from '#app/session/words.tsx'
import { useOperatorMutation } from './use-operator-mutation.ts'
import styles from './operators-lines.module.css'

// Opened by a press.
const ConfirmDialog = lazyWithRetry(() => import('./confirm-dialog.tsx'))

/** Rewards beyond an inviter's limit of the day: given, or not. */
export default function InvitesPage({ page }: { page: Page<InviteLine> }) {
  const { t, language } = useTranslation('operators', 'rewards')
  const { send, isPending } = useOperatorMutation()
  const [refused, setRefused] = useState<InviteLine | null>(null)
  const list = useInfiniteList(page, listInvites)
  const me = useMember()?.id
  const lines = useRef<HTMLDivElement>(null)

  // The decided line is removed, so the focus stays in the list.
  const stay = () => lines.current?.focus()
  const give = async (id: number) => {
    const done = t('rewards.given')
    if (await send(async ({ supabase }) => decideInvite(await supabase(), id, true), { done })) stay()
  }

  return (
    <>
      <PageHead title={t('operators.nav.invites')} />
      <OperatorsHeader
        title={t('operators.nav.invites')}
        lead={t('rewards.lead', { tokens: inviteReward.tokens, images: inviteReward.images })}
      />
      <div ref={lines} tabIndex={-1} className={styles.focused}>
        {list.lines.length === 0 ? (
          <EmptyQueue text={t('rewards.empty')} />
        ) : (
          <ul className={styles.list}>
            {list.lines.map((line) => (
              <li key={line.id} className={styles.line}>
                <div className={styles.about}>
                  <h2 className={styles.name} dir="auto">
                    <Link to={`/${language}/admin/member/${line.inviter_id}`}>
                      {t('rewards.line', { inviter: line.inviter, friend: line.friend })}
                    </Link>
                  </h2>
                  <p className="u-facts">
                    <span>{t('rewards.total', { count: line.inviter_total })}</span>
                    <span>{t('rewards.day', { count: line.inviter_day })}</span>
                    {!line.is_friend_here && <strong>{t('rewards.left')}</strong>}
                    <RelativeTime iso={line.created_at} language={language} />
                  </p>
                </div>
                {me === line.inviter_id || me === line.friend_id ? (
                  <p className="u-quiet">{t('operators.own')}</p>
                ) : (
                  <div className="u-wide-row">
                    <Button variant="default" disabled={isPending} onClick={() => setRefused(line)}>
                      {t('rewards.refuse')}
                    </Button>
                    <Button variant="default" disabled={isPending} onClick={() => void give(line.id)}>
                      {t('rewards.give')}
                    </Button>
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      <More list={list} />
      {refused && (
        <Suspense>
          <ConfirmDialog
            title={t('rewards.refuseTitle')}
            text={t('rewards.refuseText')}
            action={t('rewards.refuse')}
            done={t('rewards.refused')}
            send={async ({ supabase }) => decideInvite(await supabase(), refused.id, false)}
            onDone={stay}
            onClose={() => setRefused(null)}
          />
        </Suspense>
      )}
    </>
  )
}
