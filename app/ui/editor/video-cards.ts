import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { readVideoLink, type VideoLink } from './video-links.ts'

const key = new PluginKey<DecorationSet>('video-cards')

/**
 * Shows a line that is only a link to a video as the card that readers get. It stays a line of text, so that it can be
 * edited and saved like any other.
 */
export const VideoCards = Extension.create({
  name: 'videoCards',
  addProseMirrorPlugins: () => [
    new Plugin({
      key,
      state: {
        init: (_config, { doc }) => findCards(doc),
        apply: (transaction, cards) => (transaction.docChanged ? findCards(transaction.doc) : cards),
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
})

function findCards(doc: Node): DecorationSet {
  const cards: Decoration[] = []
  doc.descendants((node, at, parent) => {
    if (node.type.name !== 'paragraph') return node.type.name === 'blockquote'
    const video = parent && readVideoLine(node)
    if (video)
      cards.push(
        Decoration.node(at, at + node.nodeSize, { 'data-video': video.site, 'data-address': video.address }),
      )
    return false
  })
  return DecorationSet.create(doc, cards)
}

function readVideoLine(line: Node): VideoLink | null {
  const hrefs = new Set<unknown>()
  line.forEach((child) => {
    const isBlank = child.isText && child.text?.trim() === ''
    if (!isBlank) hrefs.add(child.marks.find(({ type }) => type.name === 'link')?.attrs.href)
  })
  const [href, ...others] = hrefs
  return others.length === 0 && typeof href === 'string' ? readVideoLink(href) : null
}
