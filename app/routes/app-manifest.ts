import maskable from '#app/ui/app-icons/maskable-512.png?url'
import icon192 from '#app/ui/app-icons/icon-192.png?url'
import icon512 from '#app/ui/app-icons/icon-512.png?url'
import { requirePage } from '#app/session/require.ts'
import { isLanguage, type Language } from '#shared/language.ts'
import { siteName } from '#shared/site.ts'
import en from '#shared/messages/en/offline.json'
import ko from '#shared/messages/ko/offline.json'
import type { Route } from './+types/app-manifest'

const words = { ko: ko.app, en: en.app }
const hourSeconds = 3_600

/**
 * The web app manifest in the language of its path, so that the site can be installed (W3C Web Application Manifest).
 * A manifest has one set of colors. `theme-color` in `app/root.tsx` has one for each color scheme, and browsers prefer
 * it while a page is open.
 */
export function loader({ params }: Route.LoaderArgs): Response {
  requirePage(isLanguage(params.lang))
  const language = params.lang as Language
  return Response.json(
    {
      id: '/',
      name: siteName[language],
      short_name: siteName[language],
      description: words[language].description,
      lang: language,
      dir: 'ltr',
      start_url: `/${language}`,
      scope: '/',
      display: 'standalone',
      background_color: '#faf8f3',
      theme_color: '#faf8f3',
      icons: [
        { src: icon192, sizes: '192x192', type: 'image/png', purpose: 'any' },
        { src: icon512, sizes: '512x512', type: 'image/png', purpose: 'any' },
        { src: maskable, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
      shortcuts: [
        { name: words[language].write, url: `/${language}/tool/list` },
        { name: words[language].texts, url: `/${language}/tool/history` },
      ],
    },
    {
      headers: {
        'content-type': 'application/manifest+json',
        'cache-control': `public, max-age=${hourSeconds}`,
      },
    },
  )
}
