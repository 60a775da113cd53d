import { Suspense, useState, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { languages } from '#shared/language.ts'
import { aiLabelPath, siteName } from '#shared/site.ts'
import { BusinessDetails } from '#app/session/business-details.tsx'
import { useRootData } from '#app/session/root-data.ts'
import { languageCookie } from '#app/session/language.ts'
import { inLanguage, searchInLanguage } from '#app/session/redirects.ts'
import { lateComponent } from '#app/session/late-component.tsx'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { useTranslation } from '#app/session/words.tsx'
import { LanguageSwitch } from '#app/ui/language-switch.tsx'
import { SearchIcon } from '#app/ui/icons.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { SchemeSwitch } from '#app/ui/scheme-switch.tsx'
import { promptListPath } from '#app/session/prompt-list-path.ts'
import { Shell } from '#app/ui/shell.tsx'
import iconButton from '#app/ui/icon-button.module.css'
import styles from './site-shell.module.css'

const MemberHeader = lazyWithRetry(() => import('./member-header.tsx'))
const ConsentNotice = lazyWithRetry(() => import('#app/features/accounts/consent-notice.tsx'))

/**
 * The default layout with this visitor's messages, links and menus. It also contains the error pages, which may have no
 * root data.
 */
export function SiteShell({ children }: { children: ReactNode }) {
  const { language, t } = useTranslation()
  const [isFinding, setIsFinding] = useState(false)
  return (
    <Shell
      language={language}
      siteName={siteName[language]}
      labels={{
        skip: t('site.skip'),
        home: t('site.home'),
        nav: t('site.nav.label'),
        menu: t('site.nav.open'),
      }}
      links={[
        { to: `/${language}/tool/list`, label: t('site.nav.tools') },
        { to: `/${language}/tool/keyword`, label: t('site.nav.keywords') },
        { to: promptListPath(language), label: t('site.nav.prompts') },
        { to: `/${language}/article/list`, label: t('site.nav.articles') },
        { to: `/${language}/price`, label: t('site.nav.price') },
      ]}
      actions={<HeaderActions />}
      settings={<Settings onFind={() => setIsFinding(true)} />}
      footer={<SiteFooter />}
    >
      <ConsentPlace />
      {children}
      <LateShortcuts isFinding={isFinding} onFound={() => setIsFinding(false)} />
    </Shell>
  )
}

/** Few members see it, and not for long. */
function ConsentPlace() {
  if (!useRootData()?.needsConsent) return null
  return (
    <Suspense>
      <ConsentNotice />
    </Suspense>
  )
}

/** Shortcuts load after the page, so that they delay nothing. */
const LateShortcuts = lateComponent(async () => (await import('./shortcuts.tsx')).default)

function HeaderActions() {
  const { language, t } = useTranslation()
  const facts = useRootData()
  const { pathname, search } = useLocation()
  // An error page without root data may be a member's, so it does not ask for a sign-in.
  if (!facts) return null
  if (facts.member)
    return (
      <div className={styles.member}>
        <Suspense>
          <MemberHeader member={facts.member} />
        </Suspense>
      </div>
    )
  if (facts.isNewcomer) return <LinkButton to={`/${language}/sign/confirm`}>{t('site.finish')}</LinkButton>
  const query = new URLSearchParams({ redirect: pathname + search })
  const isHome = pathname.split('/').length <= 2
  return <LinkButton to={`/${language}/sign/in${isHome ? '' : `?${query}`}`}>{t('site.signIn')}</LinkButton>
}

function Settings({ onFind }: { onFind: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <button
        type="button"
        className={iconButton.button}
        aria-label={t('site.nav.find')}
        title={t('site.nav.find')}
        onClick={(event) => {
          // An open panel would cover the page that it links to.
          event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
          onFind()
        }}
      >
        <SearchIcon />
      </button>
      <SchemeSwitch
        label={t('site.scheme.label')}
        names={{ auto: t('site.scheme.auto'), light: t('site.scheme.light'), dark: t('site.scheme.dark') }}
      />
      <SiteLanguageSwitch />
    </>
  )
}

/** The same page in the other language; the choice is remembered. */
export function SiteLanguageSwitch() {
  const { language, t } = useTranslation()
  const { pathname, search } = useLocation()
  const other = languages.find((code) => code !== language) ?? language
  return (
    <LanguageSwitch
      to={other}
      href={inLanguage(pathname, other) + searchInLanguage(search, language, other)}
      text={t('site.language.switch')}
      label={t('site.language.switchLabel')}
      onChoose={(chosen) => {
        document.cookie = languageCookie(chosen)
      }}
    />
  )
}

function SiteFooter() {
  const { language, t } = useTranslation()
  const facts = useRootData()
  return (
    <div className={styles.footer}>
      <div className={styles.notes}>
        <p>
          {t('site.footer.ai')} <Link to={`/${language}${aiLabelPath}`}>{t('site.footer.aiMore')}</Link>
        </p>
        {facts?.isDemoModel && <p>{t('site.footer.demo')}</p>}
        <BusinessDetails />
        <p className="u-caption">{t('site.footer.rights')}</p>
      </div>
      <div className={styles.links}>
        <Link to={`/${language}/article/list`}>{t('site.footer.articles')}</Link>
        <Link to={`/${language}/notice/list`}>{t('site.footer.notices')}</Link>
        <Link to={`/${language}/help`}>{t('site.footer.help')}</Link>
        <Link to={`/${language}/contact`}>{t('site.footer.contact')}</Link>
        <Link to={`/${language}/terms/use`}>{t('site.footer.terms')}</Link>
        <Link to={`/${language}/terms/privacy`}>{t('site.footer.privacy')}</Link>
        <SiteLanguageSwitch />
      </div>
    </div>
  )
}
