import { languages } from '#shared/language.ts'
import { siteName, titleSeparator } from '#shared/site.ts'
import { useFacts } from './facts.ts'
import { inLanguage } from './redirects.ts'
import { useWords } from './words.tsx'
import type { Language } from '#shared/language.ts'

/** `page · site name`, in both languages (R28). */
export function pageTitle(page: string, language: Language): string {
  return page + titleSeparator + siteName[language]
}

/**
 * Title, description, canonical address and language pair of a page. React lifts them into the document's head.
 * @param props.path the page's path with its language prefix, without query; without it the page is not for search engines
 */
export function PageHead(props: { title: string; description?: string; path?: string }) {
  const { language } = useWords()
  const origin = useFacts()?.siteOrigin ?? ''
  return (
    <>
      <title>{pageTitle(props.title, language)}</title>
      {props.description && <meta name="description" content={props.description} />}
      {props.path === undefined ? (
        <meta name="robots" content="noindex" />
      ) : (
        <PageLinks origin={origin} path={props.path} />
      )}
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
