import { Link } from 'react-router'
import { isOperator } from '#shared/operators.ts'
import { useUsage } from '#app/session/live-usage.tsx'
import type { MemberRecord } from '#app/session/session.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './account-menu.module.css'
import { useSignOut } from './use-sign-out.tsx'

const menuId = 'account-menu'
const closeMenu = () => document.getElementById(menuId)?.hidePopover()

/** The member's menu in the header. */
export function AccountMenu({ member }: { member: MemberRecord }) {
  const { language, t } = useTranslation('accounts')
  const { signOut, question } = useSignOut()
  const hasTeam = useUsage()?.plan === 'team'
  const history = `/${language}/tool/history`
  return (
    <>
      <button
        type="button"
        popoverTarget={menuId}
        className={styles.avatar}
        aria-label={t('accounts.menu.label')}
      >
        <Avatar person={member} />
      </button>
      <div id={menuId} popover="auto" className={`u-surface ${styles.menu}`}>
        <p className={styles.who}>
          <strong>{member.nickname}</strong>
          {member.email && <span>{member.email}</span>}
        </p>
        <Link to={`/${language}/my`} className={styles.item} onClick={closeMenu}>
          {t('accounts.menu.my')}
        </Link>
        <Link to={`/${language}/my/setting`} className={styles.item} onClick={closeMenu}>
          {t('accounts.menu.settings')}
        </Link>
        <Link to={`/${language}/my/run`} className={styles.item} onClick={closeMenu}>
          {t('accounts.menu.runs')}
        </Link>
        <Link to={history} className={styles.item} onClick={closeMenu}>
          {t('accounts.menu.history')}
        </Link>
        <Link to={`/${language}/my/create`} className={styles.item} onClick={closeMenu}>
          {t('accounts.menu.ownPrompts')}
        </Link>
        <Link to={`/${language}/my/bookmark`} className={styles.item} onClick={closeMenu}>
          {t('accounts.menu.savedPrompts')}
        </Link>
        <Link to={`/${language}/my/invite`} className={styles.item} onClick={closeMenu}>
          {t('accounts.menu.invite')}
        </Link>
        {hasTeam && (
          <Link to={`/${language}/my/team`} className={styles.item} onClick={closeMenu}>
            {t('accounts.menu.team')}
          </Link>
        )}
        <Link to={`/${language}/my/alarm`} className={styles.item} onClick={closeMenu}>
          {t('site.alarms.label')}
        </Link>
        {isOperator(member.role) && (
          <Link to={`/${language}/admin`} className={styles.item} onClick={closeMenu}>
            {t('accounts.menu.operators')}
          </Link>
        )}
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
      {question}
    </>
  )
}
