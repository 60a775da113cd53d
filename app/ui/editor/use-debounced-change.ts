import type { Editor } from '@tiptap/react'
import { startTransition, useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { flushSync } from 'react-dom'

const pauseMs = 150
const waitMaxMs = 600
/** Events after which other code may use the text: the typed text is reported before their handlers run. */
const moments = [
  'pointerdown',
  'focusout',
  'blur',
  'popstate',
  'pagehide',
  'beforeunload',
  'visibilitychange',
] as const

/**
 * Reports the text as Markdown when the member pauses, at the latest after a fixed delay.
 * Serialising a long text and rendering it again takes longer than a key press may.
 * All actions on the text, also by a shortcut, receive the whole text.
 * @returns a function to call when another text replaces this one: no change of the old one is reported afterwards
 */
export function useDebouncedChange(editor: Editor, onChange: (markdown: string) => void): () => void {
  const pending = useRef<{ since: number; timer: ReturnType<typeof setTimeout> }>(undefined)
  const tell = useEffectEvent(() => onChange(editor.getMarkdown()))
  /** @returns whether there was something */
  const forget = useCallback(() => {
    clearTimeout(pending.current?.timer)
    const wasPending = pending.current !== undefined
    pending.current = undefined
    return wasPending
  }, [])

  useEffect(() => {
    const reportNow = () => {
      if (forget()) flushSync(() => tell())
    }
    const reportLater = () => {
      const since = pending.current?.since ?? performance.now()
      forget()
      const leftMs = since + waitMaxMs - performance.now()
      const timer = setTimeout(
        () => {
          if (forget()) startTransition(() => tell())
        },
        Math.min(pauseMs, Math.max(0, leftMs)),
      )
      pending.current = { since, timer }
    }
    const reportBeforeShortcut = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey) reportNow()
    }
    editor.on('update', reportLater)
    for (const moment of moments) window.addEventListener(moment, reportNow, { capture: true })
    window.addEventListener('keydown', reportBeforeShortcut, { capture: true })
    return () => {
      editor.off('update', reportLater)
      for (const moment of moments) window.removeEventListener(moment, reportNow, { capture: true })
      window.removeEventListener('keydown', reportBeforeShortcut, { capture: true })
      // Another text may be open already and must not receive this change.
      forget()
    }
  }, [editor, forget])
  return forget
}
