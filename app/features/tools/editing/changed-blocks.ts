import { diffArrays } from 'diff'
import type { MarkdownNode } from '#app/ui/editor/markdown-tree.ts'

type Blocks = { nodes: MarkdownNode[]; isChanged: boolean }

/** A text in stretches of paragraphs, lists and tables that the other text has as well, and of those that it does not have. */
export function findChangedBlocks(nodes: MarkdownNode[], others: MarkdownNode[]): Blocks[] {
  const keys = new Map(nodes.map((node) => [JSON.stringify(node), node]))
  const changes = diffArrays(
    others.map((node) => JSON.stringify(node)),
    nodes.map((node) => JSON.stringify(node)),
  )
  return changes
    .filter(({ removed }) => !removed)
    .map(({ value, added }) => ({ nodes: value.flatMap((key) => keys.get(key) ?? []), isChanged: added }))
}
