import { useLocation } from 'react-router'
import { signInPath } from '#app/session/redirects.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './consent-notice.module.css'

/**
 * Appears above every page of a member without consent to the current texts. The next visit asks, and reading continues
 * (L01).
 */
export default function ConsentNotice() {
  const { t, language } = useTranslation('consents')
  const location = useLocation()
  const to = signInPath(language, location).replace('/sign/in?', '/sign/consent?')
  return (
    <div className={`u-spread ${styles.notice}`} role="status">
      <p>{t('consents.notice')}</p>
      <LinkButton to={to} size="sm">
        {t('consents.noticeAction')}
      </LinkButton>
    </div>
  )
}
