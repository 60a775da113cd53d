import { guardedWords, recommendCodePattern } from '#shared/accounts.ts'
import { isLanguage, type Language } from '#shared/language.ts'
import type { RedirectRule } from '#shared/request-config.ts'

/**
 * Whether a path needs a signed-in member (R15, R16): the words match anywhere and without regard to case. The path is
 * checked raw and as any server or file system might read it. That means decoded %-sequences and resolved backslashes,
 * doubled slashes, dot segments and trailing dots. An invitation is open: its code is data and may begin with MY.
 */
export function isGuarded(pathname: string): boolean {
  if (isInvitation(pathname)) return false
  return [pathname.toLowerCase(), plainPath(pathname)].some((path) =>
    guardedWords.some((word) => path.includes(word)),
  )
}

/** Only the path as links write it, so that no other spelling can lead to another page. */
function isInvitation(pathname: string): boolean {
  const [, code] = /^\/(?:ko|en)\/invite\/([a-z2-9]+)\/?$/i.exec(pathname) ?? []
  return code !== undefined && recommendCodePattern.test(code.toUpperCase())
}

/** Pages where a member writes or pays. Reading earlier texts needs no consent. */
const consentPages =
  /^\/(?:ko|en)\/(?:tool\/use|tool\/keyword|prompt\/(?:use|create|modify\/.*)|my\/tone|payment\/checkout)\/?$/i

/** Whether a page is for writing or paying, which requires the member's consent first (L01). */
export function needsConsent({ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>): boolean {
  return consentPages.test(pathname) && !searchParams.has('id') && !searchParams.has('run')
}

function plainPath(pathname: string): string {
  const segments: string[] = []
  for (const part of decodeFully(pathname).replaceAll('\\', '/').split('/')) {
    const segment = part.replace(/[\s.]+$/, '').trim()
    if (part === '..') segments.pop()
    else if (segment !== '') segments.push(segment)
  }
  return `/${segments.join('/')}`.toLowerCase()
}

const decodeRoundsMax = 5

function decodeFully(text: string): string {
  let decoded = text
  for (let round = 0; round < decodeRoundsMax; round++) {
    const next = decoded.replace(/(?:%[0-9a-f]{2})+/gi, decodeOrKeep)
    if (next === decoded) break
    decoded = next
  }
  return decoded
}

function decodeOrKeep(sequence: string): string {
  try {
    return decodeURIComponent(sequence)
  } catch {
    return sequence
  }
}

/** `/{lang}/sign/in` with the original query and the wanted path as `redirect` (R17). */
export function signInPath(language: Language, wanted: { pathname: string; search: string }): string {
  const query = new URLSearchParams(wanted.search)
  query.set('redirect', wanted.pathname)
  return `/${language}/sign/in?${query}`
}

/**
 * Where to go after signing in (R18, R19): the wanted path when it certainly stays on this site, else the home page.
 * Signing pages are no destination, because the redirects would loop. The page that only reports a result is one.
 * @param wanted the `redirect` query parameter as received
 * @returns a path beginning with a single slash
 */
export function safeRedirect(wanted: string | null | undefined, language: Language): string {
  const home = `/${language}`
  const [path = ''] = (wanted ?? '').split(/[?#]/)
  if (!wanted || hasTrick(path) || hasTrick(decodeFully(path))) return home
  const base = 'http://this-site.invalid'
  const url = URL.canParse(wanted, base) ? new URL(wanted, base) : null
  if (!url || url.origin !== base || hasTrick(decodeFully(url.pathname))) return home
  if (/^\/[^/]+\/sign\/(?!back$)/i.test(plainPath(url.pathname))) return home
  return url.pathname + url.search + url.hash
}

/** Anything but one leading slash, empty or dot segments, and characters that a browser or proxy may fold into a slash. */
function hasTrick(path: string): boolean {
  return !/^\/(?!\/)/.test(path) || /\/\/|\/\.\.?(\/|$)/.test(path) || [...path].some(isFolded)
}

/** Spaces and control characters are dropped by URL parsers; the others look like slashes or are read as such. */
function isFolded(character: string): boolean {
  return character <= ' ' || '\u007f\\\u2028\u2029\u2044\u2215\u29f8\uff0f\uff3c'.includes(character)
}

/** Restores the query of the sign-in page on the wanted path, without the parameters of the sign-in. */
export function wantedPath(searchParams: URLSearchParams, language: Language): string {
  const path = safeRedirect(searchParams.get('redirect'), language)
  const kept = new URLSearchParams(searchParams)
  for (const name of signInParameters) kept.delete(name)
  if (kept.size === 0 || path.includes('?')) return path
  const [before = '', hash] = path.split('#')
  return `${before}?${kept}${hash === undefined ? '' : `#${hash}`}`
}

const signInParameters = [
  'again',
  'redirect',
  'code',
  'error',
  'error_code',
  'error_description',
  'sb',
  'provider',
  'state',
]

export type FoundRedirect = { to: string; isDocument: boolean }

/**
 * The redirect rule for a path (R20), or null. An absolute or scheme-relative target is a full browser navigation,
 * any other target stays inside the app. A rule that points at itself is no rule.
 */
export function findRedirect(pathname: string, rules: readonly RedirectRule[]): FoundRedirect | null {
  const path = withoutTrailingSlash(pathname)
  const rule = rules.find((candidate) => withoutTrailingSlash(candidate.from) === path)
  if (!rule || withoutTrailingSlash(rule.to) === path) return null
  return { to: rule.to, isDocument: /^([a-z][a-z\d+.-]*:|\/\/)/i.test(rule.to) }
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') : path
}

/** The language named by the first segment of a path, or null. */
export function languageOfPath(pathname: string): Language | null {
  const first = pathname.split('/')[1]?.toLowerCase()
  return isLanguage(first) ? first : null
}

/** The same page in another language. A path without a language, which is only the home page, gets one. */
export function inLanguage(pathname: string, language: Language): string {
  return languageOfPath(pathname) === null ? `/${language}` : pathname.replace(/^\/[^/]+/, `/${language}`)
}

/** A query for content in the page's language becomes a query for content in the other language. */
export function searchInLanguage(search: string, from: Language, to: Language): string {
  const query = new URLSearchParams(search)
  const isOwnOnly = query.getAll('language').join() === from
  if (!isOwnOnly) return search
  query.set('language', to)
  return `?${query}`
}
