import { useMemo, useState } from 'react'
import type { PublicationKind, PublicationType } from '#shared/articles.ts'
import type { Language } from '#shared/language.ts'
import { useRootData } from '#app/session/root-data.ts'
import { parsePublication } from './parse-publication.ts'
import { PublicationText } from './publication-text.tsx'

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
  const type = props.type as PublicationType
  return (
    <PublicationText
      kind={kind}
      language={language}
      publication={{ type, title, summary, published_at: at, updated_at: at }}
      nodes={nodes}
    />
  )
}
