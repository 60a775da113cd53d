import type { ReactNode } from 'react'
import type { TextLanguage } from '#app/ui/text-language.ts'
import { parseMarkdown } from './markdown-tree.ts'
import { MarkdownView } from './markdown-view.tsx'
import { ToolbarPlaceholder } from './toolbar-placeholder.tsx'
import styles from './editor.module.css'

/** The text in the editor's layout while the editor's code loads. The server renders this in place of the editor. */
export function EditorPlaceholder(props: {
  markdown: string
  language: TextLanguage
  /** Replaces the toolbar and says why there is none. */
  notice?: ReactNode
  /** Reserves the space of the content below the text until the editor loads. */
  toolbarPlaceholder?: ReactNode
}) {
  return (
    <div className={styles.editor} data-editor>
      {props.notice ?? <ToolbarPlaceholder />}
      <MarkdownView nodes={parseMarkdown(props.markdown)} language={props.language} />
      {props.toolbarPlaceholder}
    </div>
  )
}
