import type { Language } from '#shared/language.ts'
import type { MarkdownNode } from '#app/ui/editor/markdown-tree.ts'
import { MarkdownView } from '#app/ui/editor/markdown-view.tsx'
import { formatDay, useZone } from '#app/ui/zone.ts'
import { useTranslation } from '#app/session/words.tsx'
import frame from '#app/ui/frame.module.css'

/** A notice or an article as it is read: on its own page, and before it is published. */
export function PublicationText(props: {
  language: Language
  /** The name of its type, in the language of the text. */
  typeName: string
  publication: {
    title: string
    summary: string
    published_at: string
    updated_at: string
  }
  nodes: MarkdownNode[]
}) {
  const { t } = useTranslation('articles')
  const { language, publication } = props
  const zone = useZone()
  const [published, updated] = [publication.published_at, publication.updated_at].map((iso) =>
    formatDay(iso, language, zone),
  )
  return (
    <>
      <p className="u-quiet">
        {props.typeName} · {published}
        {publication.updated_at > publication.published_at && updated !== published && (
          <> · {t('articles.updated', { date: updated ?? '' })}</>
        )}
      </p>
      <h1 className={frame.title}>{publication.title}</h1>
      <p className={frame.lead}>{publication.summary}</p>
      <div className="u-ruled u-mt5">
        <MarkdownView nodes={props.nodes} language={{ lang: language, dir: 'ltr' }} isPublic />
      </div>
    </>
  )
}
