/** Where a link of a text may lead: as `parseMarkdown` has it, so that readers can follow what writers make. */
const allowed = /^(?:https?:\/\/|mailto:)/i

export const isAllowedLink = (href: string): boolean => allowed.test(href) && URL.canParse(href)

/**
 * The link address for what the member typed, or null. Host names and mailboxes may omit the scheme.
 * Characters that would end a link in Markdown are percent-encoded.
 */
export function readLinkAddress(typed: string): string | null {
  const address = typed.trim()
  if (address === '' || /\s/.test(address)) return null
  const href = allowed.test(address) ? address : prefixOf(address) + address
  if (!isAllowedLink(href)) return null
  const url = new URL(href)
  if (url.protocol === 'mailto:') return isMailbox(url.pathname) ? url.href : null
  return isHost(url.hostname) ? url.href.replaceAll('(', '%28').replaceAll(')', '%29') : null
}

const prefixOf = (address: string): string => (isMailbox(address) ? 'mailto:' : 'https://')
const isMailbox = (address: string): boolean => /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(address)
const isHost = (name: string): boolean => name === 'localhost' || /^\[.+\]$|[^.]\.[^.]/.test(name)

/**
 * An address for display, without the scheme and decoded. Invisible characters and those that change the text direction
 * stay encoded.
 */
export function describeLink(href: string): string {
  const short = href.replace(/^(?:https?:\/\/(?:www\.)?|mailto:)/i, '').replace(/\/$/, '')
  try {
    const readable = decodeURI(short)
    return /[\p{C}\p{Z}]/u.test(readable) ? short : readable
  } catch {
    return short
  }
}
