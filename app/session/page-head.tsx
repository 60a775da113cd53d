import type { Language } from '#shared/language.ts'
import { siteName, titleSeparator } from '#shared/site.ts'
import { lateComponent } from './late-component.tsx'
import { useWords } from './words.tsx'

/** `page · site name`, in both languages (R28). */
export function pageTitle(page: string, language: Language): string {
  return page + titleSeparator + siteName[language]
}

export type Head = {
  title: string
  description?: string
  /** The page's path with its language prefix, without query; omit for private pages, which search engines do not list. */
  path?: string
  /** Whoever has its link may read it, but search engines do not list it. */
  isUnlisted?: boolean
  /** What is shown beside a link to it: `website` unless told otherwise. */
  kind?: 'article'
  /** The picture beside a link: a path under the API's base for one that we draw (the site's unless told otherwise), or one of our origin. */
  picture?: string | { src: string; width: number; height: number }
}

/** What the server sent describes the first page. From its code on, the head has what describes the page that is shown. */
const MachineHead = import.meta.env.SSR
  ? (await import('./machine-head.tsx')).MachineHead
  : lateComponent(async () => {
      const late = await import('./machine-head.tsx')
      late.removeServerHead()
      return late.MachineHead
    })

/**
 * Title, and for machines description, canonical address, language pair and what messengers show. React lifts them into the document's
 * head. They follow client navigations: browsers share the canonical address, and crawlers that run scripts read them.
 */
export function PageHead(props: Head) {
  const { language } = useWords()
  return (
    <>
      <title>{pageTitle(props.title, language)}</title>
      <MachineHead {...props} />
    </>
  )
}
