import type { Editor } from '@tiptap/react'
import { useEffect, useRef } from 'react'

/** While something is on offer the text stands still, so that it lands where it was asked for. */
export function useReadOnlyWhile(editor: Editor, isHeld: boolean): void {
  const wasHeld = useRef(false)
  useEffect(() => {
    if (isHeld) editor.setEditable(false, false)
    else if (wasHeld.current) editor.setEditable(true, false)
    wasHeld.current = isHeld
  }, [editor, isHeld])
}
