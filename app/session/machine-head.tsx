import { useLayoutEffect } from 'react'
import { languages } from '#shared/language.ts'
import { siteName } from '#shared/site.ts'
import type { Head } from './page-head.tsx'
import { inLanguage } from './redirects.ts'
import { useRootData } from './root-data.ts'
import { useTranslation } from './words.tsx'

const machineTags =
  'meta[name=description], meta[name=robots], meta[property^="og:"], meta[name^="twitter:"], link[rel=canonical], link[hreflang]'

/** The server's tags, which React does not manage. They stay until React's own are in the head. */
const serverTags = typeof document === 'undefined' ? [] : [...document.head.querySelectorAll(machineTags)]

/** The tags for search engines, messengers and the browser's share function. */
export function MachineHead(props: Head) {
  const origin = useRootData()?.siteOrigin ?? ''
  const { path, description } = props
  useLayoutEffect(() => {
    for (const tag of serverTags.splice(0)) tag.remove()
  }, [])
  return (
    <>
      {description && <meta name="description" content={description} />}
      {path === undefined || props.isUnlisted ? (
        <meta name="robots" content="noindex" />
      ) : (
        <PageLinks origin={origin} path={path} />
      )}
      {path !== undefined && <LinkPreview {...props} url={origin + path} />}
    </>
  )
}

/** The Open Graph protocol (https://ogp.me), which KakaoTalk, Naver, Slack and the others read. */
function LinkPreview(props: Head & { url: string }) {
  const { language } = useTranslation()
  const facts = useRootData()
  const { picture = `/og-image/site/${language}` } = props
  const { src, width, height } =
    typeof picture === 'string'
      ? { src: `${facts?.apiBase ?? '/v1'}${picture}`, width: 1200, height: 630 }
      : picture
  return (
    <>
      <meta property="og:type" content={props.kind ?? 'website'} />
      <meta property="og:site_name" content={siteName[language]} />
      <meta property="og:locale" content={language === 'ko' ? 'ko_KR' : 'en_US'} />
      <meta property="og:title" content={props.title} />
      {props.description && <meta property="og:description" content={props.description} />}
      <meta property="og:url" content={props.url} />
      <meta property="og:image" content={(facts?.siteOrigin ?? '') + src} />
      <meta property="og:image:width" content={String(width)} />
      <meta property="og:image:height" content={String(height)} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

function PageLinks({ origin, path }: { origin: string; path: string }) {
  const { language } = useTranslation()
  const isHome = path === `/${language}`
  return (
    <>
      <link rel="canonical" href={origin + inLanguage(path, language)} />
      {languages.map((code) => (
        <link key={code} rel="alternate" hrefLang={code} href={origin + inLanguage(path, code)} />
      ))}
      {isHome && <link rel="alternate" hrefLang="x-default" href={`${origin}/`} />}
    </>
  )
}
