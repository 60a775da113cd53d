import { Button } from '@mantine/core'
import { useId, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { invitePath, inviteReward, type MailMode } from '#shared/invites.ts'
import { ListMore } from '#app/session/list-more.tsx'
import { useRootData } from '#app/session/root-data.ts'
import { useInfiniteList } from '#app/session/use-infinite-list.ts'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { showToast } from '#app/ui/toast.tsx'
import frame from '#app/ui/frame.module.css'
import lineList from '#app/ui/line-list.module.css'
import { CopyButton } from './copy-button.tsx'
import { MailForm } from './mail-form.tsx'
import { listFriends, pageOfFriends, type InvitedFriend, type Invites } from './invites-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './invite-page.module.css'

/** The member's invitations (R11): by link, by code and by e-mail, the friends who joined, and the gifts. */
export function InvitePage(props: { code: string; invites: Invites; mailMode: MailMode }) {
  const { language, t } = useTranslation('invites')
  const { code, invites } = props
  const link = (useRootData()?.siteOrigin ?? '') + invitePath(language, code)
  return (
    <div className={frame.lines}>
      <h1 className={frame.title}>{t('invites.title')}</h1>
      <p className={styles.lead}>
        {t('invites.lead', { tokens: inviteReward.tokens, images: inviteReward.images })}
      </p>
      <div className={styles.ways}>
        <Way title={t('invites.link.title')} text={t('invites.link.text')} value={link}>
          <CopyButton
            variant="filled"
            text={link}
            label={t('invites.link.copy')}
            done={t('invites.link.copied')}
            failed={t('invites.copyFailed')}
          />
          <ShareButton link={link} />
        </Way>
        <Way title={t('invites.code.title')} text={t('invites.code.text')} value={code} isCode>
          <CopyButton
            variant="default"
            text={code}
            label={t('invites.code.copy')}
            done={t('invites.code.copied')}
            failed={t('invites.copyFailed')}
          />
        </Way>
      </div>
      {props.mailMode !== 'closed' && <MailForm mode={props.mailMode} />}
      <p className="u-quiet u-mt4">{t('invites.rule', { count: invites.daily_max })}</p>
      <Friends invites={invites} />
    </div>
  )
}

function Way(props: { title: string; text: string; value: string; isCode?: boolean; children: ReactNode }) {
  const id = useId()
  return (
    <section className={`u-card ${styles.way}`} aria-labelledby={id}>
      <h2 id={id} className="u-title4">
        {props.title}
      </h2>
      <p className="u-note u-mt1">{props.text}</p>
      <p className={props.isCode ? styles.code : styles.link} translate="no">
        {props.value}
      </p>
      <div className={`u-actions ${styles.actions}`}>{props.children}</div>
    </section>
  )
}

const never = () => () => undefined
const hasShareSheet = () => typeof navigator.share === 'function'
const isFalse = () => false

/** Opens the system's share sheet where there is one, which the server cannot know. */
function ShareButton({ link }: { link: string }) {
  const { t } = useTranslation('invites')
  const canShare = useSyncExternalStore(never, hasShareSheet, isFalse)
  if (!canShare) return null
  async function share() {
    try {
      await navigator.share({
        title: t('invites.share.title'),
        text: t('invites.share.text', { tokens: inviteReward.tokens, images: inviteReward.images }),
        url: link,
      })
    } catch (error) {
      // Closing the sheet is no failure.
      if (error instanceof DOMException && error.name === 'AbortError') return
      console.warn('Sharing was refused.', error)
      showToast({ message: t('invites.share.failed'), tone: 'error' })
    }
  }
  return (
    <Button variant="default" onClick={() => void share()}>
      {t('invites.share.action')}
    </Button>
  )
}

function Friends({ invites }: { invites: Invites }) {
  const { t } = useTranslation('invites')
  const first = useMemo(() => pageOfFriends(invites), [invites])
  const friends = useInfiniteList(first, listFriends)
  return (
    <section className="u-mt7" aria-labelledby="friends">
      <header className="u-head">
        <h2 id="friends" className="u-title4">
          {t('invites.friends.title', { count: invites.total })}
        </h2>
        {invites.tokens + invites.images > 0 && (
          <p className="u-note u-tabular">
            {t('invites.friends.earned', { tokens: invites.tokens, images: invites.images })}
          </p>
        )}
      </header>
      {invites.waiting > 0 && (
        <p className="u-note u-mt1">{t('invites.friends.waitingNote', { count: invites.waiting })}</p>
      )}
      {invites.total === 0 ? (
        <p className="u-muted u-ruled">{t('invites.friends.empty')}</p>
      ) : (
        <ul className={lineList.list}>
          {friends.lines.map((friend) => (
            <Friend key={friend.id} friend={friend} />
          ))}
        </ul>
      )}
      <ListMore list={friends} label={t('invites.friends.older')} />
    </section>
  )
}

function Friend({ friend }: { friend: InvitedFriend }) {
  const { language, t } = useTranslation('invites')
  const state = friend.is_rewarded ? 'given' : friend.is_refused ? 'refused' : 'waiting'
  return (
    <li className={styles.friend}>
      <span className="u-bold u-breakable" dir="auto">
        {friend.nickname ?? t('invites.friends.nameless')}
      </span>
      <span className={styles.when}>
        <RelativeTime iso={friend.created_at} language={language} />
      </span>
      <span className={styles.state} data-waiting={friend.is_rewarded ? undefined : true}>
        {t(`invites.friends.${state}`)}
      </span>
    </li>
  )
}
