// A blog's address as it is compared with those of posts: host and path, without what differs between links to it.

const blogAddressMaxLength = 200
const naverBlog = 'blog.naver.com'

/**
 * Reads a Naver id or an address that a member typed. Naver's own host alone is no blog.
 * @returns `blog.naver.com/id` or `host/path`, or null
 */
export function readBlogAddress(typed: string): string | null {
  const text = typed.normalize('NFC').trim()
  if (/^[a-z0-9_-]{2,40}$/i.test(text)) return `${naverBlog}/${text.toLowerCase()}`
  const address = bareAddress(text)
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
  const isAddress = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:\/\S*)?$/.test(address)
  return isAddress && address.length <= blogAddressMaxLength && address !== naverBlog ? address : null
}

/** Whether a link leads to this blog, or below this address. */
export function isPostOf(link: string, blog: string): boolean {
  const address = bareAddress(link)
  return address.startsWith(blog) && ['', '/', '?', '#'].includes(address.charAt(blog.length))
}

/** Without scheme, `www.` and the `m.` of phones; in small letters, as hosts and Naver's ids are compared. */
function bareAddress(link: string): string {
  const address = link
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^(?:www|m)\./, '')
  // Older links of Naver have the id in the query.
  const id = /^blog\.naver\.com\/(?:postview|postlist)\.(?:naver|nhn)\?(?:.*&)?blogid=([a-z0-9_-]+)/.exec(
    address,
  )?.[1]
  return id ? `${naverBlog}/${id}` : address
}
