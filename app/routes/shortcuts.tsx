import { Suspense, useEffect, useState } from 'react'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { watchKeyboard } from '#app/ui/keyboard-room.ts'

const Palette = lazyWithRetry(() => import('./palette.tsx'))
const KeysDialog = lazyWithRetry(() => import('./keys-dialog.tsx'))

/**
 * Shortcuts on every page with a header: ⌘K or Ctrl K opens the palette, `/` the page's search, `?` the list of keys.
 * @param props.isFinding whether the header's button has requested the palette
 */
export default function Shortcuts(props: { isFinding: boolean; onFound: () => void }) {
  const [shown, setShown] = useState<'palette' | 'keys' | null>(null)
  useEffect(watchKeyboard, [])
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const shortcut = readShortcut(event)
      if (!shortcut || document.querySelector('dialog[open]')) return
      event.preventDefault()
      const search =
        shortcut === 'search' ? document.querySelector<HTMLInputElement>('main [type=search]') : null
      if (search) search.select()
      else setShown(shortcut === 'keys' ? 'keys' : 'palette')
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  const close = () => {
    setShown(null)
    props.onFound()
  }
  return (
    <Suspense>
      {(shown === 'palette' || props.isFinding) && <Palette onClose={close} />}
      {shown === 'keys' && <KeysDialog onClose={close} />}
    </Suspense>
  )
}

/** In a field, letters are input; the editor handles ⌘K itself. */
function readShortcut(event: KeyboardEvent): 'palette' | 'search' | 'keys' | null {
  if (event.isComposing || event.repeat || event.altKey || event.defaultPrevented) return null
  const { target } = event
  const isWriting = target instanceof HTMLElement && target.isContentEditable
  if (event.metaKey || event.ctrlKey)
    return event.code === 'KeyK' && !event.shiftKey && !isWriting ? 'palette' : null
  const isField = target instanceof HTMLElement && target.matches('input, textarea, select')
  if (isWriting || isField) return null
  if (event.key === '/') return 'search'
  return event.key === '?' ? 'keys' : null
}
