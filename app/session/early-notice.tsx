import { createRoot } from 'react-dom/client'
import type { Language } from '#shared/language.ts'
import styles from '#app/ui/toast.module.css'
import { earlyNoticeId, offlineEvent } from './chunk-errors.ts'
import { LanguageProvider, useTranslation } from './words.tsx'

/**
 * Says what `BuildNotice` says, on a page that is not hydrated: a missing part without a boundary above it holds back
 * the whole page. What the server sent stays, with what was typed into it.
 * @param name of the event
 */
export function showEarlyNotice(name: string, language: Language): void {
  document.getElementById(earlyNoticeId)?.remove()
  const element = document.createElement('div')
  element.id = earlyNoticeId
  document.body.append(element)
  if (name === offlineEvent) window.addEventListener('online', () => element.remove(), { once: true })
  createRoot(element).render(
    <LanguageProvider language={language}>
      <EarlyNotice isOffline={name === offlineEvent} />
    </LanguageProvider>,
  )
}

function EarlyNotice({ isOffline }: { isOffline: boolean }) {
  const { t } = useTranslation()
  return (
    <div ref={(element) => element?.showPopover()} className={styles.layer} popover="manual" role="alert">
      <div className={styles.toast} data-tone={isOffline ? 'error' : 'info'}>
        <span>{t(isOffline ? 'site.offline' : 'site.build.newer')}</span>
        {/* A link works without the page's code, which a button would wait for (early-input.ts). */}
        {!isOffline && (
          <a className={styles.action} href={location.pathname + location.search}>
            {t('site.build.reload')}
          </a>
        )}
      </div>
    </div>
  )
}
