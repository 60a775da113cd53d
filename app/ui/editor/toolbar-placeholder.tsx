import { editorTools, historyTools, ToolIcon, type EditorTool } from './toolbar-icons.tsx'
import styles from './editor.module.css'

/**
 * A placeholder with the toolbar's place and look, so that the page does not shift. It has no function and no label.
 */
export function ToolbarPlaceholder() {
  return (
    <div className={styles.toolbar} aria-hidden="true" data-waiting>
      <div className={styles.tools}>
        <div className={styles.history}>
          <Icons tools={historyTools} />
        </div>
        <Icons tools={editorTools} />
        <span className={styles.status} />
      </div>
    </div>
  )
}

const Icons = ({ tools }: { tools: readonly EditorTool[] }) =>
  tools.map((tool) => (
    <span key={tool} className={`u-bare-button ${styles.tool}`}>
      <ToolIcon tool={tool} />
    </span>
  ))
