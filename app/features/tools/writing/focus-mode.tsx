import { Button } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '#app/session/words.tsx'
import { setFocusMode } from './focus-mode-state.ts'
import styles from './focus-mode.module.css'

/** Hides everything but the title, the text and the way out. Escape leaves it. Dialogs and messages still appear. */
export default function FocusMode({ editor }: { editor: Editor }) {
  const { t } = useTranslation('writing', 'editor')
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const text = editor.view.dom
    const leave = button.current
    // The pressed tool disappears.
    if (document.activeElement?.closest('[role="toolbar"]')) editor.view.focus()
    let show = (): void => undefined
    keepPlace(text, () => (show = showOnly(text)))
    return () => {
      if (document.activeElement === leave) editor.view.focus()
      keepPlace(text, show)
    }
  }, [editor])
  /** Escape elsewhere belongs to a dialog, a menu, a form or a suggestion. */
  const press = useEffectEvent(({ key, target, isComposing }: KeyboardEvent) => {
    if (key !== 'Escape' || isComposing || !(target instanceof Element)) return
    // The title, the way out, and the text.
    const isOwn = target === document.body || target.matches('[data-in-focus]')
    if (isOwn || editor.view.dom.contains(target)) setFocusMode(false)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return createPortal(
    <header data-in-focus>
      <h1 className="spoken-only">{t('editor.focus.name')}</h1>
      <Button
        ref={button}
        className={styles.leave ?? ''}
        data-in-focus
        variant="default"
        size="sm"
        aria-keyshortcuts="Escape"
        onClick={() => setFocusMode(false)}
      >
        {t('editor.focus.leave')} <kbd className={styles.key}>Esc</kbd>
      </Button>
    </header>,
    document.body,
  )
}

/** Hides what is next to the text and next to each element around it. @returns a function that shows it again */
function showOnly(text: HTMLElement): () => void {
  const hidden: Element[] = []
  const editor = text.closest('[data-editor]') ?? text
  for (let inner = editor; inner !== document.body && inner.parentElement; inner = inner.parentElement)
    for (const other of inner.parentElement.children)
      if (other !== inner && !other.matches('[data-in-focus]')) hidden.push(other)
  for (const element of hidden) element.setAttribute('data-behind-focus', '')
  document.documentElement.setAttribute('data-focus-mode', '')
  return () => {
    for (const element of hidden) element.removeAttribute('data-behind-focus')
    document.documentElement.removeAttribute('data-focus-mode')
  }
}

/** Changes the page around the text. The paragraph at the top of the window stays where it is. */
function keepPlace(text: HTMLElement, change: () => void): void {
  const block = [...text.children].find(
    (each) => each.getBoundingClientRect().bottom > window.innerHeight / 4,
  )
  const before = block?.getBoundingClientRect().top
  change()
  if (block && before !== undefined && window.scrollY > 0)
    window.scrollBy({ top: block.getBoundingClientRect().top - before, behavior: 'instant' })
}
