import { LinkIcon, SearchIcon } from '#app/ui/icons.tsx'
import { alignments } from '#shared/text-marks.ts'
import { AlignIcon, FocusIcon, HighlightIcon, OutlineIcon } from './toolbar-icons.tsx'
import styles from './editor.module.css'

/**
 * A placeholder with the toolbar's place and look, so that the page does not shift. It has no function and no label.
 */
export function ToolbarPlaceholder() {
  return (
    <div className={styles.toolbar} aria-hidden="true" data-waiting>
      <div className={styles.tools}>
        <div className={styles.history}>
          <Glyphs signs={['↶', '↷']} />
        </div>
        <Glyphs signs={['H2', 'H3', 'B', 'I', 'U', 'S']} />
        <span className={styles.tool}>
          <HighlightIcon />
        </span>
        <Glyphs signs={['•', '1.', '“']} />
        {alignments.map((align) => (
          <span key={align} className={styles.tool}>
            <AlignIcon to={align} />
          </span>
        ))}
        <span className={styles.tool}>
          <LinkIcon size={18} />
        </span>
        <Glyphs signs={['⊞', '—', '▣']} />
        <span className={styles.tool}>
          <SearchIcon size={18} />
        </span>
        <span className={styles.tool}>
          <OutlineIcon />
        </span>
        <span className={styles.tool}>
          <FocusIcon />
        </span>
        <span className={styles.status} />
      </div>
    </div>
  )
}

const Glyphs = ({ signs }: { signs: readonly string[] }) =>
  signs.map((sign) => <span key={sign} className={styles.tool} data-glyph={sign} />)
