import { OfflinePage } from '#app/features/tools/texts/offline-page.tsx'
import { SiteLanguageSwitch } from '#app/routes/site-shell.tsx'
import { pageTitle } from '#app/session/page-head.tsx'
import { useTranslation } from '#app/session/words.tsx'

/** The same for everybody: the service worker stores it, and what the browser has comes after hydration. */
export const headers = () => ({ 'Cache-Control': 'no-cache' })

export default function OfflineRoute() {
  const { language } = useTranslation()
  const { t } = useTranslation('offline')
  return (
    <>
      <title>{pageTitle(t('offline.title'), language)}</title>
      <meta name="robots" content="noindex" />
      <OfflinePage languageSwitch={<SiteLanguageSwitch />} />
    </>
  )
}
