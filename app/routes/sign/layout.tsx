import { Outlet } from 'react-router'
import { siteName } from '#shared/site.ts'
import { useTranslation } from '#app/session/words.tsx'
import { HomeLink } from '#app/ui/shell.tsx'
import { SiteLanguageSwitch } from '#app/routes/site-shell.tsx'
import styles from './layout.module.css'

/** The empty layout: one sheet of paper, no site chrome (R07). */
export default function SignLayout() {
  const { language, t } = useTranslation()
  return (
    <main className={styles.page}>
      <div className={`u-surface ${styles.sheet}`}>
        <HomeLink language={language} siteName={siteName[language]} labels={{ home: t('site.home') }} />
        <Outlet />
      </div>
      <SiteLanguageSwitch />
    </main>
  )
}
