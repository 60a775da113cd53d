import type { OutputLanguage } from '#shared/tools.ts'
import { parseMarkdown, type MarkdownNode } from '#app/ui/editor/markdown-tree.ts'
import { MarkdownNodes, MarkdownView } from '#app/ui/editor/markdown-view.tsx'
import { textLanguages } from '#app/ui/text-language.ts'
import { findChangedBlocks } from '../editing/changed-blocks.ts'
import { markChangedLine, markChangedWords } from '../editing/changed-words.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from '../editing/versions-dialog.module.css'
import type { WrittenText } from './text.ts'

type TextPreviewProps = {
  text: WrittenText
  /** The text to compare with: blocks that it does not have are marked, and in them its missing words. */
  other?: WrittenText | null
  language: OutputLanguage
  label: string
}

/** A text to be read, not edited, in a pane of its own that scrolls. */
export function TextPreview({ text, other = null, language, label }: TextPreviewProps) {
  const { t } = useTranslation('conflict')
  const textLanguage = textLanguages[language]
  const nodes = parseMarkdown(text.content)
  const blocks = other ? compareBlocks(nodes, parseMarkdown(other.content)) : [{ nodes, isChanged: false }]
  const mark = (isChanged: boolean) => (isChanged ? `u-changes ${styles.changed}` : undefined)
  const said = <span className="spoken-only">{t('conflict.changed')}</span>
  const isTitleChanged = other !== null && other.title !== text.title
  return (
    // It scrolls, so the keyboard must be able to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.preview} tabIndex={0} role="group" aria-label={label}>
      <div className={mark(isTitleChanged)}>
        {isTitleChanged && said}
        <p className={styles.previewTitle} {...textLanguage}>
          {isTitleChanged ? <MarkdownNodes nodes={markChangedLine(text.title, other.title)} /> : text.title}
        </p>
      </div>
      {blocks.map(({ nodes: stretch, isChanged }, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={mark(isChanged)}>
          {isChanged && said}
          <MarkdownView nodes={stretch} language={textLanguage} />
        </div>
      ))}
    </div>
  )
}

/** The blocks of a text. In those that the other text does not have, the words that its own such blocks lack are marked. */
function compareBlocks(nodes: MarkdownNode[], others: MarkdownNode[]) {
  const blocks = findChangedBlocks(nodes, others)
  const changed = (stretches: typeof blocks) =>
    stretches.flatMap(({ nodes: stretch, isChanged }) => (isChanged ? stretch : []))
  const marked = markChangedWords(changed(blocks), changed(findChangedBlocks(others, nodes)))
  return blocks.map(({ nodes: stretch, isChanged }) => ({
    nodes: isChanged ? marked.splice(0, stretch.length) : stretch,
    isChanged,
  }))
}
