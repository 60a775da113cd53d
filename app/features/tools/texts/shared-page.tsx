import { aiLabelPath } from '#shared/site.ts'
import { useTranslation } from '#app/session/words.tsx'
import { textLanguages } from '#app/ui/text-language.ts'
import { formatDay, useZone } from '#app/ui/zone.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { MarkdownNode } from '#app/ui/editor/markdown-tree.ts'
import { MarkdownView } from '#app/ui/editor/markdown-view.tsx'
import { Link } from 'react-router'
import type { SharedText } from '../tool-data.ts'
import frame from '#app/ui/frame.module.css'
import styles from './shared-page.module.css'

/** A shared text for anyone with the link (R31): readable without scripts, marked as made by AI unless the
 * member brought it, without its author. */
export function SharedPage({ text, nodes }: { text: Omit<SharedText, 'content'>; nodes: MarkdownNode[] }) {
  const { t, language } = useTranslation('sharing')
  const zone = useZone()
  const textLanguage = textLanguages[text.language]
  const isOwn = text.tool === 'own'
  return (
    <article className={frame.reading}>
      <p className={styles.label}>
        <strong>{t(isOwn ? 'sharing.ownLabel' : 'sharing.label')}</strong>
        <time dateTime={text.updated_at}>
          {t('sharing.updated', { date: formatDay(text.updated_at, language, zone) })}
        </time>
      </p>
      <h1 className={styles.title} {...textLanguage}>
        {text.title}
      </h1>
      <MarkdownView nodes={nodes} language={textLanguage} isPublic />
      {text.tags.length > 0 && (
        <ul className={styles.tags} lang={textLanguage.lang}>
          {text.tags.map((name) => (
            <li key={name}>#{name}</li>
          ))}
        </ul>
      )}
      <footer className={styles.footer}>
        <p>
          {t(isOwn ? 'sharing.own' : 'sharing.ai')} {text.is_demo && t('sharing.demo')}{' '}
          <Link to={`/${language}${aiLabelPath}`}>{t('sharing.aiMore')}</Link>
        </p>
        <LinkButton to={`/${language}/tool/use${isOwn ? '' : `?tool=${text.tool}`}`}>
          {t('sharing.write')}
        </LinkButton>
      </footer>
    </article>
  )
}
