import { getText } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'

/** The words of the text, with the addresses of its list of sources. */
export const plainText = (text: Node): string =>
  getText(text, {
    blockSeparator: '\n\n',
    textSerializers: {
      text: ({ node, parent, index }) =>
        (node.text ?? '') + (index === parent.childCount - 1 ? addressOf(parent) : ''),
    },
  })

/** An entry of the list of sources, "(1) Title, site, date", ends with its address, as in a text file. */
function addressOf(line: Node): string {
  if (line.childCount < 2 || !/^\(\d+\) $/.test(line.child(0).text ?? '')) return ''
  const link = line.child(1).marks.find(({ type }) => type.name === 'link')
  return link ? `, ${link.attrs.href}` : ''
}
