import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { Links, Outlet, Scripts, ScrollRestoration } from 'react-router'
import type { Route } from './+types/root'
import { missingConsents } from '#shared/consents.ts'
import { useDocument } from './document.tsx'
import { signUpMiddleware } from './features/invites/finish-sign-up.server.ts'
import { ErrorPage } from './routes/error-page.tsx'
import { SiteShell } from './routes/site-shell.tsx'
import { BuildNotice } from './session/build-notice.tsx'
import { readBusinessNotice } from './session/business-notice.server.ts'
import { earlyInputScript, replayEarlyInput } from './session/early-input.ts'
import { lateComponent } from './session/late-component.tsx'
import type { RootData } from './session/root-data.ts'
import { LiveUsage } from './session/live-usage.tsx'
import { requestConfig } from './session/request-config.ts'
import { requestSession } from './session/session.ts'
import { sessionMiddleware } from './session/session.server.ts'
import { ViewCount } from './session/view-count.ts'
import { useTranslation } from '#app/session/words.tsx'
import { ThemeProvider } from './ui/theme-provider.tsx'
import { themeStyle } from './ui/theme-style.ts'
import { Toasts } from './ui/toast.tsx'
import iconUrl from './ui/icon.svg?url'
import fontUrl from 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css?url'
import './ui/styles.ts'

export const middleware: Route.MiddlewareFunction[] = [sessionMiddleware, signUpMiddleware]

// Without shouldRevalidate the root loads on every navigation, so the middleware runs each time: guard and block apply
// (R21, R22).
export function loader({ context }: Route.LoaderArgs): RootData {
  const facts = context.get(requestConfig)
  const { language, session } = context.get(requestSession)
  return {
    language,
    member: session.kind === 'member' ? session.record : null,
    usage: session.kind === 'member' ? session.usage : null,
    needsConsent: session.kind === 'member' && missingConsents(session.record.consents).length > 0,
    isNewcomer: session.kind === 'newcomer',
    backend: { url: facts.supabasePublicUrl, key: facts.supabasePublishableKey },
    apiBase: facts.apiBase,
    siteOrigin: facts.siteOrigin,
    toolModel: facts.toolModel,
    search: facts.search,
    promptModels: facts.promptModels,
    isDemoModel: facts.isDemoModel,
    videoMaxBytes: facts.videoMaxBytes,
    isDevelopmentSignIn: facts.isDevelopmentSignIn,
    business: readBusinessNotice(facts, language),
  }
}

export function Layout({ children }: { children: ReactNode }) {
  const { language, t } = useTranslation()
  useEffect(replayEarlyInput, [])
  const { nonce, links } = useDocument()
  return (
    <html lang={language} {...mantineHtmlProps} data-respect-reduced-motion="true">
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf8f3" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#141416" />
        <link rel="icon" href={iconUrl} type="image/svg+xml" />
        <script nonce={nonce} suppressHydrationWarning>
          {earlyInputScript}
        </script>
        <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" />
        {links}
        <Links />
      </head>
      <body>
        <style data-mantine-styles dangerouslySetInnerHTML={{ __html: themeStyle }} />
        <ThemeProvider>
          {children}
          <LateNavigation label={t('site.loading')} />
          <Toasts label={t('site.close')} />
        </ThemeProvider>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
        {/* Its 92 ranges of letters delay neither the first paint nor the scripts, which wait for styles above them. */}
        <link rel="stylesheet" href={fontUrl} />
      </body>
    </html>
  )
}

/** It has nothing to do before the first client navigation, so the first page does not wait for it. */
const LateNavigation = lateComponent(async () => (await import('./ui/page-navigation.tsx')).PageNavigation)

const LateSessionEvents = lateComponent(
  async () => (await import('./session/session-events.tsx')).SessionEvents,
)

export default function App() {
  return (
    <LiveUsage>
      <LateSessionEvents />
      <ViewCount />
      <BuildNotice />
      <Outlet />
    </LiveUsage>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <SiteShell>
      <ErrorPage error={error} />
    </SiteShell>
  )
}
