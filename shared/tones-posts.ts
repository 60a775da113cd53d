// The rules for links to posts, on both sides. They are apart from tones.ts: the page loads them when a form is
// submitted.
import type { ErrorCode } from './errors.ts'
import { linkMaxLength } from './links.ts'
import { postsMax, postsMin } from './tones.ts'

/** A page with a host name: no user, and no number in the host's place. */
const address =
  /^https?:\/\/(?:[^\s/?#@:[\].]+\.)+[^\s/?#@:[\].\d][^\s/?#@:[\].]*(?::\d{1,5})?(?:[/?#]\S*)?$/i

export type PostProblem = { code: ErrorCode; count?: number }

/**
 * The problems of the links, by field: `urls` for their number, `urls.2` for one of them. Empty when there are none.
 */
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

/** Two spellings of one page's URL have the same key; capitals count after the host. */
const addressKey = (url: string): string =>
  url
    .replace(/^https?:\/\/(?:www\.|m\.)?([^/?#]*)/i, (_, host: string) => host.toLowerCase())
    .replace(/#.*$/s, '')
    .replace(/\/$/, '')
