/**
 * The check of `redirect_to`: the URL itself when it is on publicUrl's origin or on the allow list, otherwise
 * publicUrl. Unlike GoTrue's globs, wildcards never cross from the host into port, path or user info.
 * An entry is an origin (`https://app.example`, any path below it) or a URL with `*` (one label or path segment) and
 * `**` (any number of them), e.g. `https://*.preview.example/**`.
 */
export function createRedirectCheck(
  publicUrl: string,
  allowList: string[],
): (requested: string | undefined) => string {
  const home = new URL(publicUrl)
  const patterns = allowList.map(compilePattern)
  return (requested) => {
    const url = parseTarget(requested)
    if (!url) return publicUrl
    const isAllowed = url.origin === home.origin || patterns.some((fits) => fits(url))
    return isAllowed ? url.href : publicUrl
  }
}

function parseTarget(requested: string | undefined): URL | null {
  // Browsers drop tabs and newlines and read a backslash as a slash, so odd characters are refused before parsing.
  // oxlint-disable-next-line no-control-regex
  if (!requested || requested.length > 2_000 || /[\u0000-\u0020\u007f\\]/.test(requested)) return null
  if (!/^https?:\/\//i.test(requested) || !URL.canParse(requested)) return null
  const url = new URL(requested)
  if (url.username || url.password) return null
  return url
}

function compilePattern(entry: string): (url: URL) => boolean {
  const parts = /^(https?):\/\/([^/]+)(\/.*)?$/i.exec(entry)
  if (!parts) throw new Error(`"${entry}" in the redirect allow list is no http(s) address.`)
  const [, scheme, host, path] = parts
  const hostPattern = globToRegExp((host as string).toLowerCase(), '[a-z0-9-]+', '[a-z0-9.-]+')
  const pathPattern = globToRegExp(path ?? '/**', '[^/]*', '.*')
  return (url) =>
    url.protocol === `${scheme?.toLowerCase()}:` &&
    hostPattern.test(url.host) &&
    pathPattern.test(url.pathname + url.search)
}

function globToRegExp(glob: string, one: string, any: string): RegExp {
  const body = glob
    .split(/(\*\*|\*)/)
    .map((part) => (part === '**' ? any : part === '*' ? one : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  return new RegExp(`^${body.join('')}$`, 's')
}
