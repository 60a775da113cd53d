import type { BrowserContext } from '@playwright/test'
import CachePolicy from 'http-cache-semantics'
import { expect, test } from './journey.ts'

const personalPaths = [
  '/ko',
  '/ko/price',
  '/ko/tool/list',
  '/ko/tool/use?tool=article',
  '/ko/tool/history',
  '/ko/my/alarm',
  '/ko/prompt/list?language=ko',
]

test("security 52: behind a proxy that caches all it may cache, no visitor sees another's page @ko", async ({
  page,
  baseURL,
  signUp,
}) => {
  const [anna, annas] = [await signUp(), await cookiesOf(page.context())]
  await page.context().clearCookies()
  const [ben, bens] = [await signUp(), await cookiesOf(page.context())]
  const { read, countStored } = createSharedCache(baseURL ?? '')

  // Each page also as the data of a navigation inside the app. First the member: a cacheable answer is hers.
  for (const path of personalPaths.flatMap((each) => [each, each.replace(/(\?|$)/, '.data$1')])) {
    expect(await read(path, annas), path).toContain(anna)
    const visitors = await read(path, '')
    expect(visitors.includes(anna) || visitors.includes(ben), path).toBe(false)
    const other = await read(path, bens)
    expect([other.includes(anna), other.includes(ben)], path).toEqual([false, true])
    expect(await read(path, annas), path).toContain(anna)
  }
  const asset = /\/assets\/[\w.-]+\.js/.exec(await read('/ko', ''))?.[0] ?? ''
  await read(asset, annas)
  const before = countStored()
  await read(asset, bens)
  expect(countStored(), 'the proxy keeps what all may share').toBe(before + 1)
})

async function cookiesOf(context: BrowserContext): Promise<string> {
  return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
}

/** A shared cache as RFC 9111 allows it: caches every answer that it may. */
function createSharedCache(origin: string) {
  const stored = new Map<string, { policy: CachePolicy; text: string }[]>()
  let storedCount = 0
  return {
    countStored: () => storedCount,
    async read(path: string, cookie: string): Promise<string> {
      const headers = { host: new URL(origin).host, cookie, 'accept-language': 'ko' }
      const request = { url: path, method: 'GET', headers }
      const known = stored.get(path) ?? []
      const found = known.find(({ policy }) => policy.satisfiesWithoutRevalidation(request))
      if (found) {
        storedCount++
        return found.text
      }
      const answer = await fetch(origin + path, { headers, redirect: 'manual' })
      const policy = new CachePolicy(
        request,
        { status: answer.status, headers: Object.fromEntries(answer.headers) },
        { shared: true },
      )
      const text = await answer.text()
      if (policy.storable()) stored.set(path, [...known, { policy, text }])
      return text
    },
  }
}
