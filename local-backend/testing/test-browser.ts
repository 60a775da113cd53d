/** Follows links as a browser does: stores cookies by path, follows redirects by itself, never runs scripts. */
export type TestBrowser = {
  /** Opens a URL and follows redirects to a page, or to a URL outside `stayBelow`. */
  open(url: string, init?: { method?: string; form?: Record<string, string> }): Promise<Visit>
  cookies: Cookie[]
}

export type Visit = { url: URL; status: number; text: string; headers: Headers }

type Cookie = { name: string; value: string; path: string }

/** `stopAt` matches URLs of the product: the browser stops there and returns the URL. */
export function createTestBrowser(o: { stopAt: (url: URL) => boolean; language?: string }): TestBrowser {
  const cookies: Cookie[] = []

  function keep(response: Response, url: URL): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair, ...attributes] = line.split(/; */)
      const [name, ...value] = (pair ?? '').split('=')
      const find = (key: string) =>
        attributes.find((part) => part.toLowerCase().startsWith(key))?.split('=')[1]
      const path = find('path') ?? url.pathname
      const index = cookies.findIndex((cookie) => cookie.name === name && cookie.path === path)
      if (index >= 0) cookies.splice(index, 1)
      const isOver = find('max-age') === '0' || new Date(find('expires') ?? '2999-01-01') < new Date()
      if (!isOver) cookies.push({ name: name ?? '', value: value.join('='), path })
    }
  }

  return {
    cookies,
    async open(address, init = {}) {
      let url = new URL(address)
      let method = init.method ?? 'GET'
      let body = init.form ? new URLSearchParams(init.form).toString() : undefined
      for (let hops = 0; hops < 12; hops++) {
        if (o.stopAt(url)) return { url, status: 0, text: '', headers: new Headers() }
        const sent = cookies
          .filter(({ path }) => url.pathname.startsWith(path))
          .map(({ name, value }) => `${name}=${value}`)
        const response = await fetch(url, {
          method,
          redirect: 'manual',
          ...(body === undefined ? {} : { body }),
          headers: {
            'user-agent': 'Mozilla/5.0 (test)',
            'accept-language': o.language ?? 'en',
            ...(sent.length > 0 ? { cookie: sent.join('; ') } : {}),
            ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
          },
        })
        keep(response, url)
        const location = response.headers.get('location')
        const text = await response.text()
        if (!location) return { url, status: response.status, text, headers: response.headers }
        url = new URL(location, url)
        method = 'GET'
        body = undefined
      }
      throw new Error(`Too many redirects, the last to ${url.href}`)
    },
  }
}
