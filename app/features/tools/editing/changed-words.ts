import { isInline, type MarkdownNode } from '#app/ui/editor/markdown-tree.ts'
import { compareTexts, type TextChange } from '#app/ui/text-changes.ts'

/** The nodes with the words marked (`ins`) that the other text does not have. Code stays as it is. */
export function markChangedWords(nodes: MarkdownNode[], others: MarkdownNode[]): MarkdownNode[] {
  const changes = compareTexts(textOf(others), textOf(nodes)).filter(({ kind }) => kind !== 'removed')
  const take = createReader(changes)
  return markNodes(nodes, take)
}

/** One line with the words marked that the other one does not have. */
export function markChangedLine(text: string, other: string): MarkdownNode[] {
  return createReader(compareTexts(other, text).filter(({ kind }) => kind !== 'removed'))(text.length)
}

type Take = (length: number) => MarkdownNode[]

/** Takes the text piece by piece, as the tree has it. */
function createReader(changes: TextChange[]): Take {
  let index = 0
  let used = 0
  return (length) => {
    const nodes: MarkdownNode[] = []
    for (let left = length; left > 0;) {
      const change = changes[index]
      if (!change) break
      const piece = change.text.slice(used, used + left)
      nodes.push(change.kind === 'added' ? { type: 'ins', children: [piece] } : piece)
      left -= piece.length
      used += piece.length
      if (used < change.text.length) continue
      index++
      used = 0
    }
    return nodes
  }
}

function markNodes(nodes: MarkdownNode[], take: Take): MarkdownNode[] {
  return nodes.flatMap((node): MarkdownNode[] => {
    if (typeof node === 'string') return take(node.length)
    const marked = 'children' in node ? { ...node, children: markNodes(node.children, take) } : node
    take(endOf(node).length)
    return [marked]
  })
}

const textOf = (nodes: MarkdownNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return node
      return ('children' in node ? textOf(node.children) : '') + endOf(node)
    })
    .join('')

/** What stands for the node itself: a block ends its line, and code counts as changed when it differs. */
const endOf = (node: Exclude<MarkdownNode, string>): string =>
  isInline(node) ? ('text' in node ? node.text : '') : '\n'
