// Markdown that visitors read is parsed once per revision, not once per visit.
import { createHash } from 'node:crypto'
import { parseMarkdown, type MarkdownNode } from './markdown-tree.ts'

/** Characters of all texts whose trees are cached; trees take some ten times as many bytes. */
const cachedCharactersMax = 2_000_000

type Entry = { nodes: MarkdownNode[]; characters: number }
const cache = new Map<string, Entry>()
let cachedCharacters = 0

/** As `parseMarkdown`. The tree is shared: callers must not change it. */
export function parseOnce(markdown: string): MarkdownNode[] {
  const key = createHash('sha256').update(markdown).digest('base64')
  const known = cache.get(key)
  const entry = known ?? { nodes: parseMarkdown(markdown), characters: markdown.length }
  // The most recently read tree is evicted last.
  cache.delete(key)
  cache.set(key, entry)
  if (!known) cachedCharacters += entry.characters
  for (const [oldest, { characters }] of cache) {
    if (cachedCharacters <= cachedCharactersMax) break
    cache.delete(oldest)
    cachedCharacters -= characters
  }
  return entry.nodes
}
