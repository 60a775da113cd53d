import { relative } from 'node:path'
import type { Plugin } from 'vite'

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/**
 * Tells `lazyWithRetry` which module it loads: `lazyWithRetry(load)` becomes `lazyWithRetry(load, 'app/ui/x.tsx')`. By
 * this name the server says which parts of a page it rendered (decision 015).
 */
export function nameParts(): Plugin {
  let root = ''
  return {
    name: 'munjang-parts',
    configResolved: (config) => void (root = config.root),
    transform: {
      filter: { id: /\/app\/.*\.tsx?(?:\?|$)/, code: 'lazyWithRetry(' },
      async handler(code, id) {
        const calls = findCalls(this.parse(code))
        let named = code
        for (const { end, source } of calls.toReversed()) {
          const module = await this.resolve(source, id)
          if (!module) throw new Error(`${id}: there is no ${source}.`)
          named = `${named.slice(0, end - 1)}, ${JSON.stringify(relative(root, module.id))})${named.slice(end)}`
        }
        return calls.length === 0 ? null : { code: named, map: null }
      },
    },
  }
}

/** The calls of `lazyWithRetry`, in the order of the code, and what each imports. */
function findCalls(program: unknown): { end: number; source: string }[] {
  return findNodes(program, 'CallExpression')
    .filter(({ callee }) => (callee as { name?: string }).name === 'lazyWithRetry')
    .map((call) => {
      const [imported, ...others] = findNodes(call, 'ImportExpression')
      if (!imported || others.length > 0) throw new Error('lazyWithRetry needs one import().')
      return { end: call.end, source: (imported.source as { value: string }).value }
    })
}

function findNodes(node: unknown, type: string): Node[] {
  if (typeof node !== 'object' || node === null) return []
  const inside = Object.values(node).flatMap((child) => findNodes(child, type))
  return (node as Node).type === type ? [node as Node, ...inside] : inside
}
