import { Button } from '@mantine/core'
import { useEditorState, type Editor } from '@tiptap/react'
import {
  findNext,
  findPrev,
  replaceAll,
  replaceNext,
  search,
  SearchQuery,
  setSearchState,
} from 'prosemirror-search'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { TextField } from '#app/ui/fields.tsx'
import { Form } from '#app/ui/form.tsx'
import { LiveRegion } from '#app/ui/live-region.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './find-replace.module.css'

/**
 * Finds and replaces in the text. Every match is marked. One press replaces all of them, as one step to undo. Enter
 * goes to the next match, Shift and Enter to the one before, Escape back to the text.
 */
export default function FindReplace({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { t } = useTranslation('writing', 'editor')
  const panel = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(() => selectedText(editor))
  const [replacement, setReplacement] = useState('')
  const [plugin] = useState(() => search())
  const { count, place } = useEditorState({
    editor,
    selector: ({ editor: { state } }) => countMatches(state, typed),
  })
  useEffect(() => {
    editor.registerPlugin(plugin)
    return () => void editor.unregisterPlugin(plugin.spec.key!)
  }, [editor, plugin])
  useEffect(() => {
    const query = new SearchQuery({ search: typed, replace: replacement, literal: true })
    editor.view.dispatch(setSearchState(editor.state.tr, query))
  }, [editor, plugin, typed, replacement])
  const focusField = useEffectEvent(() => panel.current?.querySelector('input')?.select())
  useEffect(() => focusField(), [])

  const go = (command: typeof findNext) => {
    command(editor.state, editor.view.dispatch, editor.view)
    const { node } = editor.view.domAtPos(editor.state.selection.from)
    ;(node instanceof Element ? node : node.parentElement)?.scrollIntoView({ block: 'center' })
  }
  const replaceEach = () => {
    replaceAll(editor.state, editor.view.dispatch, editor.view)
    showToast({ message: t('editor.find.replaced', { count }) })
  }
  const close = () => {
    onClose()
    editor.view.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && !(event.key === 'Enter' && event.shiftKey)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') close()
    else go(findPrev)
  }
  const isEmpty = count === 0
  const found = typed === '' ? '' : isEmpty ? t('editor.find.none') : t('editor.find.found', { count })
  return (
    <div ref={panel} className={styles.panel}>
      <Form className={styles.form} label={t('editor.find.name')} onSubmit={() => go(findNext)}>
        <LiveRegion text={found} />
        <div className={styles.line}>
          <TextField
            name="find"
            label={t('editor.find.search')}
            value={typed}
            onChange={setTyped}
            inputProps={{ onKeyDown }}
          />
          <span className={styles.count} aria-hidden="true">
            {typed !== '' && t('editor.find.count', { place, count })}
          </span>
          <Button variant="default" size="compact-sm" disabled={isEmpty} onClick={() => go(findPrev)}>
            {t('editor.find.previous')}
          </Button>
          <Button type="submit" variant="default" size="compact-sm" disabled={isEmpty}>
            {t('editor.find.next')}
          </Button>
        </div>
        <div className={styles.line}>
          <TextField
            name="replacement"
            label={t('editor.find.replacement')}
            value={replacement}
            onChange={setReplacement}
            inputProps={{ onKeyDown }}
          />
          <Button variant="default" size="compact-sm" disabled={isEmpty} onClick={() => go(replaceNext)}>
            {t('editor.find.one')}
          </Button>
          <Button variant="default" size="compact-sm" disabled={isEmpty} onClick={replaceEach}>
            {t('editor.find.all')}
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={close}>
            {t('site.close')}
          </Button>
        </div>
      </Form>
    </div>
  )
}

/** A selection within a line is what somebody wants to find. */
function selectedText({ state: { selection, doc } }: Editor): string {
  const { from, to, $from, $to } = selection
  return $from.sameParent($to) ? doc.textBetween(from, to).slice(0, 200) : ''
}

/** The number of matches, and the position of the selected one among them, from 1; 0 when none is selected. */
function countMatches(state: Editor['state'], typed: string): { count: number; place: number } {
  const query = new SearchQuery({ search: typed, literal: true })
  if (!query.valid) return { count: 0, place: 0 }
  let [count, place] = [0, 0]
  for (let from = 0; ; count++) {
    const match = query.findNext(state, from)
    if (!match) return { count, place }
    if (match.from === state.selection.from && match.to === state.selection.to) place = count + 1
    from = match.to
  }
}
