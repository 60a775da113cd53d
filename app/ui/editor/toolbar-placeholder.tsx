import { LinkIcon, SearchIcon } from '#app/ui/icons.tsx'
import styles from './editor.module.css'

const glyphs = ['H2', 'H3', 'B', 'I', 'S', '•', '1.', '“', 'link', '⊞', '▣', 'find'] as const

/**
 * A placeholder with the toolbar's place and look, so that the page does not shift. It has no function and no label.
 */
export function ToolbarPlaceholder() {
  return (
    <div className={styles.toolbar} aria-hidden="true" data-waiting>
      <div className={styles.history}>
        <span className={styles.tool} data-glyph="↶" />
        <span className={styles.tool} data-glyph="↷" />
      </div>
      {glyphs.map((glyph) =>
        glyph === 'link' || glyph === 'find' ? (
          <span key={glyph} className={styles.tool}>
            {glyph === 'link' ? <LinkIcon size={18} /> : <SearchIcon size={18} />}
          </span>
        ) : (
          <span key={glyph} className={styles.tool} data-glyph={glyph} />
        ),
      )}
    </div>
  )
}
