import { languages } from '#shared/language.ts'
import { siteName, titleSeparator } from '#shared/site.ts'
import { useRootData } from './root-data.ts'
import { inLanguage } from './redirects.ts'
import { useWords } from './words.tsx'
import type { Language } from '#shared/language.ts'

/** `page · site name`, in both languages (R28). */
export function pageTitle(page: string, language: Language): string {
  return page + titleSeparator + siteName[language]
}

type Head = {
  title: string
  description?: string
  /** The page's path with its language prefix, without query; without it the page is nobody's but the reader's. */
  path?: string
  /** Whoever has its link may read it, but search engines do not list it. */
  isUnlisted?: boolean
  /** What is shown beside a link to it: `website` unless told otherwise. */
  kind?: 'article'
  /** The picture beside a link: a path under the API's base for one that we draw (the site's unless told otherwise), or one of our origin. */
  picture?: string | { src: string; width: number; height: number }
}

/** Title, and for machines description, canonical address, language pair and what messengers show. React lifts them into the document's head. */
export function PageHead(props: Head) {
  const { language } = useWords()
  return (
    <>
      <title>{pageTitle(props.title, language)}</title>
      {/* Search engines and messengers read what the server sends: browsers need not load it. */}
      {import.meta.env.SSR && <ForMachines {...props} />}
    </>
  )
}

function ForMachines(props: Head) {
  const origin = useRootData()?.siteOrigin ?? ''
  const { path, description } = props
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
  const { language } = useWords()
  const facts = useRootData()
  const { picture = `/link-picture/site/${language}` } = props
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
  const { language } = useWords()
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
