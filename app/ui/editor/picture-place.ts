import type { Editor } from '@tiptap/react'

/** A picture of a text. `caption` may be empty. */
export type PlacedPicture = { src: string; alt: string; caption?: string }

/** The selected image, or null. */
export function selectedPicture(
  editor: Editor,
): { at: number; alt: string; src: string; caption: string } | null {
  const { selection } = editor.state
  const { node } = selection as {
    node?: { type: { name: string }; attrs: { alt?: string; src?: string; title?: string | null } }
  }
  if (node?.type.name !== 'image') return null
  const { alt = '', src = '', title } = node.attrs
  return { at: selection.from, alt, src, caption: title ?? '' }
}

/** Each on its own line, in one undo step: replaces an empty line or one with a slash, or comes after any other. */
export function insertPictures(editor: Editor, pictures: readonly PlacedPicture[]): void {
  const { $from, to } = editor.state.selection
  const isFree = $from.depth === 1 && /^\/?$/.test($from.parent.textContent)
  const place =
    $from.depth === 0
      ? { from: to, to }
      : isFree
        ? { from: $from.before(1), to: $from.after(1) }
        : { from: $from.after(1), to: $from.after(1) }
  const content = pictures.map(({ src, alt, caption }) => ({
    type: 'image',
    attrs: { src, alt, title: caption || null },
  }))
  editor
    .chain()
    .insertContentAt(place, content)
    .setTextSelection(place.from + pictures.length)
    .focus()
    .run()
}

export function describePicture(editor: Editor, at: number, words: { alt: string; caption: string }): void {
  const { state, view } = editor
  if (state.doc.nodeAt(at)?.type.name === 'image')
    view.dispatch(
      state.tr.setNodeAttribute(at, 'alt', words.alt).setNodeAttribute(at, 'title', words.caption || null),
    )
  view.focus()
}
