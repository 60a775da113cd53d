import type { Editor } from '@tiptap/react'
import { startTransition, useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { flushSync } from 'react-dom'

const pauseMs = 150
const waitMaxMs = 600
/** After any of these somebody may act on the text: what was typed is told before they hear of it. */
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
 * Tells the text as Markdown when the person pauses, at the latest after a moment: writing out a long text and drawing everything that
 * shows it takes longer than a key may. Whoever acts on the text, also by a shortcut, has all of it.
 * @returns to be called when another text takes the place of this one: nothing of the old one is told any more
 */
export function useDebouncedChange(editor: Editor, onChange: (markdown: string) => void): () => void {
  const untold = useRef<{ since: number; timer: ReturnType<typeof setTimeout> }>(undefined)
  const tell = useEffectEvent(() => onChange(editor.getMarkdown()))
  /** @returns whether there was something */
  const forget = useCallback(() => {
    clearTimeout(untold.current?.timer)
    const wasUntold = untold.current !== undefined
    untold.current = undefined
    return wasUntold
  }, [])

  useEffect(() => {
    const tellNow = () => {
      if (forget()) flushSync(() => tell())
    }
    const tellLater = () => {
      const since = untold.current?.since ?? performance.now()
      forget()
      const leftMs = since + waitMaxMs - performance.now()
      const timer = setTimeout(
        () => {
          if (forget()) startTransition(() => tell())
        },
        Math.min(pauseMs, Math.max(0, leftMs)),
      )
      untold.current = { since, timer }
    }
    const tellBeforeShortcut = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey) tellNow()
    }
    editor.on('update', tellLater)
    for (const moment of moments) window.addEventListener(moment, tellNow, { capture: true })
    window.addEventListener('keydown', tellBeforeShortcut, { capture: true })
    return () => {
      editor.off('update', tellLater)
      for (const moment of moments) window.removeEventListener(moment, tellNow, { capture: true })
      window.removeEventListener('keydown', tellBeforeShortcut, { capture: true })
      // Another text may be open already: nothing is told into it.
      forget()
    }
  }, [editor, forget])
  return forget
}
