// What is asked of the links to posts, on both sides. Apart from tones.ts: the page loads it when a form is submitted.
import type { ErrorCode } from './errors.ts'
import { linkMaxLength } from './links.ts'
import { postsMax, postsMin } from './tones.ts'

/** A page with a name of its own: no user, no number in a host's place. */
const address =
  /^https?:\/\/(?:[^\s/?#@:[\].]+\.)+[^\s/?#@:[\].\d][^\s/?#@:[\].]*(?::\d{1,5})?(?:[/?#]\S*)?$/i

export type PostProblem = { code: ErrorCode; count?: number }

/** What is wrong with the links, by field: `urls` for their number, `urls.2` for one of them. Empty when nothing is. */
export function findPostProblems(urls: readonly string[]): Record<string, PostProblem> {
  const problems: Record<string, PostProblem> = {}
  const known = new Set<string>()
  for (const [index, url] of urls.entries()) {
    const key = addressKey(url)
    if (url.length > linkMaxLength || !address.test(url)) problems[`urls.${index}`] = { code: 'invalid_url' }
    else if (known.has(key)) problems[`urls.${index}`] = { code: 'duplicate_link' }
    known.add(key)
  }
  if (urls.length < postsMin) problems.urls = { code: 'minimum_count', count: postsMin }
  if (urls.length > postsMax) problems.urls = { code: 'too_many_links', count: postsMax }
  return problems
}

/** Two ways to write one page's address have the same key; beyond the host, capitals count. */
const addressKey = (url: string): string =>
  url
    .replace(/^https?:\/\/(?:www\.|m\.)?([^/?#]*)/i, (_, host: string) => host.toLowerCase())
    .replace(/#.*$/s, '')
    .replace(/\/$/, '')
