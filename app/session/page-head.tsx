import type { Language } from '#shared/language.ts'
import { siteName, titleSeparator } from '#shared/site.ts'
import { lateComponent } from './late-component.tsx'
import { useTranslation } from './words.tsx'

/** `page · site name`, in both languages (R28). */
export function pageTitle(page: string, language: Language): string {
  return page + titleSeparator + siteName[language]
}

export type Head = {
  title: string
  description?: string
  /** The page's path with its language prefix, without query; omit for private pages, which search engines do not list. */
  path?: string
  /** Anyone with the link may read the page, but search engines do not list it. */
  isUnlisted?: boolean
  /** The type of its link preview: `website` by default. */
  kind?: 'article'
  /**
   * The image of the link preview (the site's by default): a path under the API's base for a generated one, or one of
   * our origin.
   */
  picture?: string | { src: string; width: number; height: number }
}

/** The server's tags describe the first page. After its code loads, the head describes the page that is shown. */
const MachineHead = import.meta.env.SSR
  ? (await import('./machine-head.tsx')).MachineHead
  : lateComponent(async () => (await import('./machine-head.tsx')).MachineHead)

/**
 * Title, and for machines description, canonical address, language pair and what messengers show. React lifts them into the document's
 * head. They follow client navigations: browsers share the canonical address, and crawlers that run scripts read them.
 */
export function PageHead(props: Head) {
  const { language } = useTranslation()
  return (
    <>
      <title>{pageTitle(props.title, language)}</title>
      <MachineHead {...props} />
    </>
  )
}
