import { MarkdownView } from '#app/ui/editor/markdown-view.tsx'
import { parseMarkdown } from '#app/ui/editor/markdown-tree.ts'
import { compareTexts } from '#app/ui/text-changes.ts'
import { textLanguages } from '#app/ui/text-language.ts'
import { useTranslation } from '#app/session/words.tsx'
import { useShownText } from '../writing/writing-context.ts'
import type { ActiveEdit, EditResult } from './edit-state.ts'
import styles from './edit-commands.module.css'

/**
 * What a command has made: while it is written, where its changes cannot be marked in the passage, and as titles and
 * tags, whose new words are marked.
 */
export function OfferedResult({
  edit,
  result,
  onTitle,
}: {
  edit: ActiveEdit
  result: EditResult
  onTitle: (title: string) => void
}) {
  const { t } = useTranslation('writing', 'editor')
  const { shown } = useShownText()
  const { feature, language: into } = edit.request
  const before = edit.passage.markdown
  const language = textLanguages[shown.language]
  const isList = feature === 'title' || feature === 'tag'
  return (
    <>
      {before && !isList && (
        <div>
          <p className={styles.side}>{t('editor.edit.before')}</p>
          <del className={styles.before} {...language}>
            {before}
          </del>
        </div>
      )}
      {result.text && (
        <div>
          <p className={styles.side}>{t('editor.edit.after')}</p>
          <div className={styles.after}>
            <MarkdownView
              nodes={parseMarkdown(result.text)}
              language={into ? textLanguages[into] : language}
            />
          </div>
        </div>
      )}
      {result.picture && (
        <div className={styles.made}>
          <MarkdownView nodes={parseMarkdown(result.picture)} language={language} />
        </div>
      )}
      {result.titles.length > 0 && (
        <OfferedTitles titles={result.titles} now={shown.text.title} onTitle={onTitle} />
      )}
      {result.tags.length > 0 && <OfferedTags tags={result.tags} now={shown.text.tags} />}
    </>
  )
}

/** Each title is one button. Its words that the present title does not have are marked. */
function OfferedTitles(props: { titles: string[]; now: string; onTitle: (title: string) => void }) {
  const { t } = useTranslation('writing', 'editor')
  const language = textLanguages[useShownText().shown.language]
  return (
    <>
      {props.now && (
        <div>
          <p className={styles.side}>{t('editor.edit.title.now')}</p>
          <p className={styles.now} {...language}>
            {props.now}
          </p>
        </div>
      )}
      <ul className={styles.titles} aria-label={t('editor.edit.command.title')} {...language}>
        {props.titles.map((title) => (
          <li key={title}>
            <button type="button" onClick={() => props.onTitle(title)}>
              {compareTexts(props.now, title).map(({ kind, text }, index) =>
                kind === 'removed' ? null : kind === 'added' && props.now ? (
                  // oxlint-disable-next-line react/no-array-index-key
                  <ins key={index}>{text}</ins>
                ) : (
                  // oxlint-disable-next-line react/no-array-index-key
                  <span key={index}>{text}</span>
                ),
              )}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Tags that come, that stay and that go. */
function OfferedTags({ tags, now }: { tags: string[]; now: string[] }) {
  const language = textLanguages[useShownText().shown.language]
  return (
    <ul className={styles.tags} {...language}>
      {now
        .filter((tag) => !tags.includes(tag))
        .map((tag) => (
          <li key={tag}>
            <del>#{tag}</del>
          </li>
        ))}
      {tags.map((tag) => (
        <li key={tag}>{now.includes(tag) ? `#${tag}` : <ins>#{tag}</ins>}</li>
      ))}
    </ul>
  )
}
