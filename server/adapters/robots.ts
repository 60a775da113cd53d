// The rules of /robots.txt (RFC 9309) for pages that a search found. Pages that a person names are read without them.
import { LRUCache } from 'lru-cache'
import { AppError } from '#shared/errors.ts'
import type { SafeFetch } from './safe-fetch.ts'

type Rule = { isAllowed: boolean; pattern: string }

export type Robots = {
  /** @throws AppError link_robots for a disallowed page; errors of `SafeFetch` for rules that cannot be fetched */
  requireAllowed(url: URL): Promise<void>
}

const ttlMs = 10 * 60_000
const maxEntries = 100

/**
 * @param fetchRules has slots of its own: a page waits for its rules while it holds its own slot
 * @param product the name that rules address, before the version in the user agent
 */
export function createRobots(fetchRules: SafeFetch, product: string): Robots {
  const cache = new LRUCache<string, Promise<Rule[]>>({ max: maxEntries, ttl: ttlMs })
  const rulesOf = (origin: string): Promise<Rule[]> => {
    const known = cache.get(origin)
    if (known) return known
    // No caller's signal: the others at this host wait for the same answer.
    const rules = readRules(fetchRules, origin, product)
    cache.set(origin, rules)
    rules.catch(() => cache.delete(origin))
    return rules
  }
  return {
    async requireAllowed(url) {
      if (!isAllowed(await rulesOf(url.origin), url.pathname + url.search)) throw new AppError('link_robots')
    },
  }
}

/** A host without the file allows everything (4xx). One that fails to answer is not read (5xx), as the RFC says. */
async function readRules(fetchRules: SafeFetch, origin: string, product: string): Promise<Rule[]> {
  let isMissing = false
  try {
    const { data } = await fetchRules(`${origin}/robots.txt`, {
      signal: new AbortController().signal,
      check({ status, mediaType }) {
        isMissing = (status >= 400 && status < 500) || (status === 200 && mediaType === 'text/html')
        if (status !== 200 || isMissing) throw new AppError('link_unreachable')
      },
    })
    return parseRobots(new TextDecoder().decode(data), product)
  } catch (error) {
    if (isMissing) return []
    throw error
  }
}

/** The rules for the product, or those for everybody when none names it. */
export function parseRobots(text: string, product: string): Rule[] {
  const own: Rule[] = []
  const everybody: Rule[] = []
  let groups: Rule[][] = []
  let isInRules = true
  let isOwnNamed = false
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n?|\n/)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    const value = line
      .slice(colon + 1)
      .replace(/#.*$/, '')
      .trim()
    if (name === 'user-agent') {
      if (isInRules) groups = []
      isInRules = false
      const agent = value.split(/[\s/]/)[0]!.toLowerCase()
      if (agent === '*') groups.push(everybody)
      if (agent === product.toLowerCase()) groups.push(own)
      isOwnNamed ||= agent === product.toLowerCase()
    } else if (name === 'allow' || name === 'disallow') {
      isInRules = true
      // An empty pattern matches nothing.
      if (value)
        for (const group of groups) group.push({ isAllowed: name === 'allow', pattern: encode(value) })
    }
  }
  return isOwnNamed ? own : everybody
}

/** The longest matching pattern decides; `allow` wins a tie. */
export function isAllowed(rules: readonly Rule[], path: string): boolean {
  let best: Rule | null = null
  for (const rule of rules) {
    if (best && rule.pattern.length < best.pattern.length) continue
    if (best && rule.pattern.length === best.pattern.length && !rule.isAllowed) continue
    if (matches(rule.pattern, path)) best = rule
  }
  return best?.isAllowed ?? true
}

/** Patterns match the beginning of a path; `*` stands for anything, a final `$` for the end. One pass, no backtracking. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const [first = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  let at = first.length
  const last = isWhole ? parts.pop() : undefined
  for (const part of parts) {
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  if (!isWhole) return true
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last)
}

/** Paths of URLs are encoded; rules may be written as people read them. */
const encode = (pattern: string): string =>
  pattern.replace(/[^\x21-\x7e]+/g, (part) => encodeURIComponent(part))
