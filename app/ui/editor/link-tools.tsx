import { Button } from '@mantine/core'
import { useEditorState, type Editor } from '@tiptap/react'
import { BubbleMenu } from '@tiptap/react/menus'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { TextField } from '#app/ui/fields.tsx'
import { focusFirstError, Form } from '#app/ui/form.tsx'
import { describeLink, isAllowedLink, readLinkAddress } from './link-address.ts'
import styles from './link-tools.module.css'

export type LinkWords = Record<
  | 'link'
  | 'linkAddress'
  | 'linkHint'
  | 'linkInvalid'
  | 'linkSave'
  | 'linkChange'
  | 'linkRemove'
  | 'linkCancel'
  | 'linkOpen',
  string
>

type LinkToolsProps = {
  editor: Editor
  words: LinkWords
  /** Whether the form for an address is open. */
  isAsking: boolean
  onAsking: (isAsking: boolean) => void
}

/**
 * The links of a text. At a link, the cursor opens its address, which can be changed or removed.
 * The toolbar and ⌘K or Ctrl K open the form for an address.
 */
export function LinkTools({ editor, words, isAsking, onAsking }: LinkToolsProps) {
  const href = useEditorState({ editor, selector: ({ editor: now }) => linkAt(now) })
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isLinkKey(event) || !editor.isEditable) return
    event.preventDefault()
    event.stopPropagation()
    onAsking(true)
  })
  useEffect(() => {
    const { dom } = editor.view
    const listen = (event: KeyboardEvent) => press(event)
    dom.addEventListener('keydown', listen, { capture: true })
    return () => dom.removeEventListener('keydown', listen, { capture: true })
  }, [editor])
  return (
    <>
      <BubbleMenu
        editor={editor}
        pluginKey="link"
        options={{ placement: 'bottom-start' }}
        shouldShow={({ editor: shown, state }) =>
          shown.isEditable && !shown.view.composing && state.selection.empty && linkAt(shown) !== null
        }
      >
        {href !== null && !isAsking && (
          <div className={styles.menu} role="toolbar" aria-label={words.link}>
            {isAllowedLink(href) ? (
              <a
                className={styles.address}
                href={href}
                target="_blank"
                rel="noopener noreferrer nofollow ugc"
                aria-label={`${words.linkOpen}: ${describeLink(href)}`}
                title={href}
              >
                {describeLink(href)}
              </a>
            ) : (
              <span className={styles.address}>{href}</span>
            )}
            <Command label={words.linkChange} onPress={() => onAsking(true)} />
            <Command label={words.linkRemove} onPress={() => removeLink(editor)} />
          </div>
        )}
      </BubbleMenu>
      {isAsking && (
        <LinkForm
          editor={editor}
          words={words}
          href={href}
          onClose={() => {
            onAsking(false)
            editor.view.focus()
          }}
        />
      )}
    </>
  )
}

/** A form for the address of the selection, of the link at the cursor, or of a new link. */
function LinkForm(props: { editor: Editor; words: LinkWords; href: string | null; onClose: () => void }) {
  const { editor, words, href, onClose } = props
  const [typed, setTyped] = useState(href ?? '')
  const [hasProblem, setHasProblem] = useState(false)
  const panel = useRef<HTMLElement>(null)
  const { from, to } = editor.state.selection
  const passage = editor.state.doc.textBetween(from, to, ' ')
  const submit = (form: HTMLFormElement) => {
    const address = readLinkAddress(typed)
    flushSync(() => setHasProblem(address === null))
    if (address === null) return focusFirstError(form)
    onClose()
    putLink(editor, address)
  }
  const press = useEffectEvent(({ key, isComposing }: KeyboardEvent) => {
    if (key === 'Escape' && !isComposing) onClose()
  })
  useEffect(() => {
    const element = panel.current
    const listen = (event: KeyboardEvent) => press(event)
    element?.querySelector('input')?.select()
    element?.addEventListener('keydown', listen)
    return () => element?.removeEventListener('keydown', listen)
  }, [])
  return (
    <section ref={panel} className={styles.panel} aria-label={words.link}>
      <Form className={styles.form} label={words.link} onSubmit={submit}>
        {passage && <p className="u-ellipsis u-muted">{passage}</p>}
        <TextField
          name="address"
          type="url"
          label={words.linkAddress}
          placeholder="https://"
          hint={words.linkHint}
          value={typed}
          error={hasProblem ? words.linkInvalid : undefined}
          onChange={setTyped}
          inputProps={{ autoComplete: 'off', autoCapitalize: 'none', spellCheck: false }}
        />
        <div className="u-row">
          <Button type="submit" variant="filled" size="sm">
            {words.linkSave}
          </Button>
          {href !== null && (
            <Button
              variant="default"
              size="sm"
              onClick={() => {
                onClose()
                removeLink(editor)
              }}
            >
              {words.linkRemove}
            </Button>
          )}
          <Button variant="subtle" size="sm" onClick={onClose}>
            {words.linkCancel}
          </Button>
        </div>
      </Form>
    </section>
  )
}

function Command({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <button
      type="button"
      className={`u-bare-button ${styles.command}`}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {label}
    </button>
  )
}

/** Where the link leads in which the selection is, or null. */
function linkAt(editor: Editor): string | null {
  return editor.isActive('link') ? String(editor.getAttributes('link').href ?? '') : null
}

/**
 * Links the selection, or else changes the whole link at the cursor. Without either it inserts the address itself. One
 * undo step.
 */
function putLink(editor: Editor, href: string): void {
  const { empty } = editor.state.selection
  const chain = editor.chain().focus()
  if (empty && linkAt(editor) === null) {
    const marks = [{ type: 'link', attrs: { href } }]
    // Text typed after the link is not part of it.
    chain
      .insertContent({ type: 'text', text: describeLink(href), marks })
      .unsetMark('link')
      .run()
    return
  }
  if (empty) chain.extendMarkRange('link')
  chain.setLink({ href }).run()
  if (empty) editor.chain().setTextSelection(editor.state.selection.to).unsetMark('link').run()
}

function removeLink(editor: Editor): void {
  const { from } = editor.state.selection
  editor.chain().focus().extendMarkRange('link').unsetLink().setTextSelection(from).run()
}

/**
 * Uses the modifier of the editor's other keys: ⌘ on Apple's machines, where Ctrl K cuts a line, and Ctrl elsewhere.
 * The physical key counts if the layout has another letter there.
 */
function isLinkKey(event: KeyboardEvent): boolean {
  const isApple = /Mac|iP(?:hone|ad|od)/.test(navigator.userAgent)
  const isMod = isApple ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
  if (!isMod || event.altKey || event.shiftKey || event.isComposing) return false
  return event.key.toLowerCase() === 'k' || (!/^[a-z]$/i.test(event.key) && event.code === 'KeyK')
}
