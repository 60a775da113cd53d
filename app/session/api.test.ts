import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { createApi } from './api.ts'

function recorded(answer: () => Response | Promise<Response>) {
  const requests: { url: string; init: RequestInit }[] = []
  const api = createApi({
    base: '/v1',
    language: 'en',
    getAccessToken: async () => 'token-1',
    fetch: (async (url: string, init: RequestInit) => {
      requests.push({ url, init })
      return answer()
    }) as typeof fetch,
  })
  return { api, requests }
}

it('O19: calls go under the configured base, with the language and the token', async () => {
  const { api, requests } = recorded(() => Response.json({ result: 1 }))
  expect(await api.json('/auth/sign/up', { body: { lang: 'ko' } })).toEqual({ result: 1 })
  const [request] = requests
  const headers = new Headers(request?.init.headers)
  expect(request?.url).toBe('/v1/auth/sign/up')
  expect(request?.init.method).toBe('POST')
  expect(request?.init.body).toBe('{"lang":"ko"}')
  expect([headers.get('Authorization'), headers.get('Accept-Language'), headers.get('Content-Type')]).toEqual(
    ['Bearer token-1', 'en', 'application/json'],
  )
})

it('a form with a file is sent as it is, so that the browser sets its boundary', async () => {
  const { api, requests } = recorded(() => Response.json({}))
  const form = new FormData()
  await api.json('/ai/tool/article', { body: form })
  expect(requests[0]?.init.body).toBe(form)
  expect(new Headers(requests[0]?.init.headers).has('Content-Type')).toBe(false)
})

it('O17: an error of /v1 arrives with its code, message and field', async () => {
  const { api } = recorded(() =>
    Response.json(
      {
        code: 'invalid_field',
        message: 'Too long.',
        field: 'topic',
        detail: { rule: 'too_long', count: 500 },
      },
      { status: 400 },
    ),
  )
  const error = await api.json('/x').catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(AppError)
  expect(error).toMatchObject({
    code: 'invalid_field',
    message: 'Too long.',
    field: 'topic',
    detail: { rule: 'too_long', count: 500 },
  })
})

it("O17: a proxy's answer without JSON still becomes an AppError", async () => {
  const { api } = recorded(() => new Response('<html>', { status: 503 }))
  await expect(api.json('/x')).rejects.toMatchObject({ code: 'unavailable' })
  const odd = recorded(() => Response.json({ code: 'toString' }, { status: 418 }))
  await expect(odd.api.json('/x')).rejects.toMatchObject({ code: 'try_again' })
})

it('O17: a failing network is unavailable, an abort stays an abort', async () => {
  const down = recorded(() => Promise.reject(new TypeError('fetch failed')))
  await expect(down.api.json('/x')).rejects.toMatchObject({ code: 'unavailable' })
  const controller = new AbortController()
  controller.abort()
  const stopped = recorded(() => Promise.reject(new DOMException('stopped', 'AbortError')))
  await expect(stopped.api.json('/x', { signal: controller.signal })).rejects.toMatchObject({
    name: 'AbortError',
  })
})

it('attacks 9: a paid request is repeated under the same key when the network fails', async () => {
  let breaks = 1
  const { api, requests } = recorded(() => {
    if (breaks-- > 0) throw new TypeError('network')
    return Response.json({})
  })
  await api.json('/ai/tool/article', { body: {}, once: true })
  const keys = requests.map(({ init }) => new Headers(init.headers).get('Idempotency-Key'))
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys[1]).toBe(keys[0])
})

it('attacks 9: a paid request whose answer was lost has the same key when it is sent again, a later one another', async () => {
  let isDown = true
  const { api, requests } = recorded(() => {
    if (isDown) throw new TypeError('network')
    return Response.json({})
  })
  const send = (topic: string) => api.json('/ai/tool/article', { body: { topic }, once: true })
  await expect(send('a')).rejects.toMatchObject({ code: 'unavailable' })
  isDown = false
  await send('b')
  await send('a')
  await send('a')
  const keys = requests.map(({ init }) => new Headers(init.headers).get('Idempotency-Key'))
  const [lost, other, again, later] = [keys[0], ...keys.slice(-3)]
  expect(again).toBe(lost)
  expect(new Set([lost, other, later]).size).toBe(3)
})
