import type { Editor } from '@tiptap/react'
import { useEffect, useRef } from 'react'

/** During an open suggestion the text is read-only, so that its position stays valid. */
export function useReadOnlyWhile(editor: Editor, isHeld: boolean): void {
  const wasHeld = useRef(false)
  useEffect(() => {
    if (isHeld) editor.setEditable(false, false)
    else if (wasHeld.current) editor.setEditable(true, false)
    wasHeld.current = isHeld
  }, [editor, isHeld])
}
