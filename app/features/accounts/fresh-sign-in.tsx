import { LinkButton } from '#app/ui/link-button.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './setting-page.module.css'

/**
 * Asks for a new sign-in before a sensitive step (B22), then returns to the page. @param props.back path to return to
 */
export function FreshSignIn({ back }: { back: string }) {
  const { language, t } = useTranslation('my')
  const query = new URLSearchParams({ again: '1', redirect: back })
  return (
    <div className={styles.fresh} role="alert">
      <p>{t('my.fresh.text')}</p>
      <LinkButton to={`/${language}/sign/in?${query}`} variant="filled">
        {t('my.fresh.action')}
      </LinkButton>
    </div>
  )
}
