import { Link } from 'react-router'
import type { MemberRecord, MemberUsage } from '#app/session/session.ts'
import { useWords } from '#app/session/words.tsx'
import styles from './account-menu.module.css'
import { useSignOut } from './use-sign-out.ts'

const menuId = 'account-menu'
const closeMenu = () => document.getElementById(menuId)?.hidePopover()

/** The member's balance and menu in the header. */
export function AccountMenu({ member, usage }: { member: MemberRecord; usage: MemberUsage | null }) {
  const { language, t } = useWords()
  const signOut = useSignOut()
  const history = `/${language}/tool/history`
  return (
    <>
      {usage && <Balance usage={usage} to={history} />}
      <button
        type="button"
        popoverTarget={menuId}
        className={styles.avatar}
        aria-label={t('accounts.menu.label')}
      >
        <Avatar member={member} />
      </button>
      <div id={menuId} popover="auto" className={styles.menu}>
        <p className={styles.who}>
          <strong>{member.nickname}</strong>
          {member.email && <span>{member.email}</span>}
        </p>
        <Link to={history} className={styles.item} onClick={closeMenu}>
          {t('accounts.menu.history')}
        </Link>
        <button
          type="button"
          className={styles.item}
          onClick={() => {
            closeMenu()
            void signOut()
          }}
        >
          {t('accounts.menu.signOut')}
        </button>
      </div>
    </>
  )
}

/** `95,800 토큰 · 10 이미지`: what can be spent now, gifts and the paid period together. */
function Balance({ usage, to }: { usage: MemberUsage; to: string }) {
  const { t } = useWords()
  const tokens = usage.token + usage.payment_token
  const images = usage.image + usage.payment_image
  return (
    <Link to={to} className={styles.balance} title={t('site.balance.label', { tokens, images })}>
      <span>
        <b>{tokens.toLocaleString('en-US')}</b> {t('site.balance.tokens')}
      </span>
      <span className={styles.images}>
        <b>{images.toLocaleString('en-US')}</b> {t('site.balance.images')}
      </span>
    </Link>
  )
}

export function Avatar({ member }: { member: { nickname: string; photo: string | null } }) {
  if (member.photo)
    return (
      <img
        className={styles.photo}
        src={member.photo}
        alt=""
        width={32}
        height={32}
        referrerPolicy="no-referrer"
      />
    )
  return (
    <span className={styles.initial} aria-hidden="true">
      {[...member.nickname][0]}
    </span>
  )
}
