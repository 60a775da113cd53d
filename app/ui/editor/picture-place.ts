import type { Editor } from '@tiptap/react'

/** The selected image, or null. */
export function selectedPicture(editor: Editor): { at: number; alt: string; src: string } | null {
  const { selection } = editor.state
  const { node } = selection as { node?: { type: { name: string }; attrs: { alt?: string; src?: string } } }
  if (node?.type.name !== 'image') return null
  return { at: selection.from, alt: node.attrs.alt ?? '', src: node.attrs.src ?? '' }
}

/** On its own line: replaces an empty line or one with a slash, or comes after any other. */
export function insertPicture(editor: Editor, picture: { src: string; alt: string }): void {
  const { $from, to } = editor.state.selection
  const isFree = $from.depth === 1 && /^\/?$/.test($from.parent.textContent)
  const place =
    $from.depth === 0
      ? { from: to, to }
      : isFree
        ? { from: $from.before(1), to: $from.after(1) }
        : { from: $from.after(1), to: $from.after(1) }
  editor
    .chain()
    .insertContentAt(place, { type: 'image', attrs: picture })
    .setTextSelection(place.from + 1)
    .focus()
    .run()
}

export function describePicture(editor: Editor, at: number, alt: string): void {
  const { state, view } = editor
  if (state.doc.nodeAt(at)?.type.name === 'image') view.dispatch(state.tr.setNodeAttribute(at, 'alt', alt))
  view.focus()
}
