import { useMemo, useState } from 'react'
import type { PublicationKind } from '#shared/articles.ts'
import type { Language } from '#shared/language.ts'
import en from '#shared/messages/en/articles.json'
import ko from '#shared/messages/ko/articles.json'
import { useRootData } from '#app/session/root-data.ts'
import { parsePublication } from './parse-publication.ts'
import { PublicationText } from './publication-text.tsx'

// Also of the other language than the page's, whose messages are not loaded.
const messages = { ko, en }

/** The draft as readers will see it. */
export default function PublicationPreview(props: {
  kind: PublicationKind
  language: Language
  type: string
  title: string
  summary: string
  content: string
  /** The scheduled time of publication; null for now. */
  at: string | null
}) {
  const { content, title, summary, kind, language } = props
  const origin = useRootData()?.siteOrigin ?? ''
  const nodes = useMemo(() => parsePublication(content, origin, { opensNewTabs: true }), [content, origin])
  const [now] = useState(() => new Date().toISOString())
  const at = props.at ?? now
  const names: Record<string, string> = messages[language][kind]
  return (
    <PublicationText
      language={language}
      typeName={names[props.type] ?? props.type}
      publication={{ title, summary, published_at: at, updated_at: at }}
      nodes={nodes}
    />
  )
}
