import { isRightToLeft, outputLanguageTags, type OutputLanguage } from '#shared/tools.ts'
import { parseMarkdown } from '#app/ui/editor/markdown-tree.ts'
import { MarkdownView } from '#app/ui/editor/markdown-view.tsx'
import styles from './versions-dialog.module.css'
import type { WrittenText } from './writing-pane.tsx'

/** A text to be read, not edited, in a pane of its own that scrolls. */
export function TextPreview(props: { text: WrittenText; language: OutputLanguage; label: string }) {
  const languageTag = outputLanguageTags[props.language]
  const isRtl = isRightToLeft(props.language)
  return (
    // It scrolls, so the keyboard must be able to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.preview} tabIndex={0} role="group" aria-label={props.label}>
      <p className={styles.previewTitle} lang={languageTag} dir={isRtl ? 'rtl' : 'ltr'}>
        {props.text.title}
      </p>
      <MarkdownView
        nodes={parseMarkdown(props.text.content)}
        languageTag={languageTag}
        isRightToLeft={isRtl}
      />
    </div>
  )
}
