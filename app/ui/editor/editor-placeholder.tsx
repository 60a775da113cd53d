import type { ReactNode } from 'react'
import { parseMarkdown } from './markdown-tree.ts'
import { MarkdownView } from './markdown-view.tsx'
import { ToolbarPlaceholder } from './toolbar-placeholder.tsx'
import styles from './editor.module.css'

/** A text as it stands in its editor, while the editor itself is on the way. What the server renders of an editor. */
export function EditorPlaceholder(props: {
  markdown: string
  languageTag: string
  isRightToLeft: boolean
  /** Stands where the toolbar would: why there is none. */
  notice?: ReactNode
  /** Room for what comes below the text with its editor. */
  toolbarPlaceholder?: ReactNode
}) {
  return (
    <div className={styles.editor}>
      {props.notice ?? <ToolbarPlaceholder />}
      <MarkdownView
        nodes={parseMarkdown(props.markdown)}
        languageTag={props.languageTag}
        isRightToLeft={props.isRightToLeft}
      />
      {props.toolbarPlaceholder}
    </div>
  )
}
