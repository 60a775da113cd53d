import { isRightToLeft, outputLanguageTags, type OutputLanguage } from '#shared/tools.ts'
import { parseMarkdown } from '#app/ui/editor/markdown-tree.ts'
import { MarkdownView } from '#app/ui/editor/markdown-view.tsx'
import { findChangedBlocks } from './changed-blocks.ts'
import { useVersionsWords } from './versions-words.ts'
import styles from './versions-dialog.module.css'
import type { WrittenText } from './writing-pane.tsx'

type TextPreviewProps = {
  text: WrittenText
  /** The text to compare with: blocks that it does not have are marked. */
  other?: WrittenText | null
  language: OutputLanguage
  label: string
}

/** A text to be read, not edited, in a pane of its own that scrolls. */
export function TextPreview({ text, other = null, language, label }: TextPreviewProps) {
  const { t } = useVersionsWords()
  const languageTag = outputLanguageTags[language]
  const isRtl = isRightToLeft(language)
  const nodes = parseMarkdown(text.content)
  const blocks = other
    ? findChangedBlocks(nodes, parseMarkdown(other.content))
    : [{ nodes, isChanged: false }]
  const mark = (isChanged: boolean) => (isChanged ? styles.changed : undefined)
  const said = <span className="spoken-only">{t('conflict.changed')}</span>
  const isTitleChanged = other !== null && other.title !== text.title
  return (
    // It scrolls, so the keyboard must be able to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.preview} tabIndex={0} role="group" aria-label={label}>
      <div className={mark(isTitleChanged)}>
        {isTitleChanged && said}
        <p className={styles.previewTitle} lang={languageTag} dir={isRtl ? 'rtl' : 'ltr'}>
          {text.title}
        </p>
      </div>
      {blocks.map(({ nodes: stretch, isChanged }, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={mark(isChanged)}>
          {isChanged && said}
          <MarkdownView nodes={stretch} languageTag={languageTag} isRightToLeft={isRtl} />
        </div>
      ))}
    </div>
  )
}
