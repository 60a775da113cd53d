import { expect, it } from 'vitest'
import { sendDeletionsWithKeepalive, retryNetwork, retryStatus } from './retry.ts'

/** A fetch that answers in turn: a status, or an error to throw. */
function scripted(...answers: (number | Error)[]) {
  const calls: string[] = []
  const fetchOnce = async (_input: unknown, init?: RequestInit) => {
    const answer = answers[calls.length]
    calls.push(init?.method ?? 'GET')
    if (answer instanceof Error) throw answer
    return new Response(null, { status: answer ?? 200 })
  }
  return { calls, fetch: fetchOnce as typeof fetch }
}

it('O10: GET and HEAD are repeated once on each status of the list', async () => {
  for (const status of [408, 409, 425, 429, 500, 502, 503, 504]) {
    const server = scripted(status, 200)
    expect((await retryStatus(server.fetch)('/x')).status).toBe(200)
    expect(server.calls).toHaveLength(2)
  }
  const server = scripted(503, 503, 200)
  expect((await retryStatus(server.fetch)('/x', { method: 'HEAD' })).status).toBe(503)
  expect(server.calls).toHaveLength(2)
})

it('O10, B29: mutating methods are never repeated', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'post']) {
    const server = scripted(409, 200)
    expect((await retryStatus(server.fetch)('/x', { method })).status).toBe(409)
    expect(server.calls).toHaveLength(1)
  }
})

it('O10: other statuses are answers', async () => {
  for (const status of [400, 401, 403, 404, 501]) {
    const server = scripted(status, 200)
    expect((await retryStatus(server.fetch)('/x')).status).toBe(status)
    expect(server.calls).toHaveLength(1)
  }
})

it('O11: a failing network is tried three times', async () => {
  const down = new TypeError('fetch failed')
  const recovered = scripted(down, down, 200)
  expect((await retryNetwork(recovered.fetch)('/x', { method: 'POST', body: '{}' })).status).toBe(200)
  const dead = scripted(down, down, down, 200)
  await expect(retryNetwork(dead.fetch)('/x')).rejects.toBe(down)
  expect(dead.calls).toHaveLength(3)
})

it('O11: an abort ends the attempts', async () => {
  const controller = new AbortController()
  controller.abort()
  const server = scripted(new TypeError('fetch failed'), 200)
  await expect(retryNetwork(server.fetch)('/x', { signal: controller.signal })).rejects.toThrow(
    'fetch failed',
  )
  expect(server.calls).toHaveLength(1)
})

it('O11: an answer of any status is no failing network', async () => {
  const server = scripted(503, 200)
  expect((await retryNetwork(server.fetch)('/x')).status).toBe(503)
})

it('rows2 13: a deletion reaches the server although its page is closed; no other request outlives a page', async () => {
  const keepalives: (boolean | undefined)[] = []
  const send = sendDeletionsWithKeepalive((_input, init) => {
    keepalives.push(init?.keepalive)
    return Promise.resolve(new Response())
  })
  await send('/rest/v1/prompt_use', { method: 'DELETE' })
  await send('/rest/v1/prompt_use', { method: 'PATCH', body: 'x' })
  await send('/rest/v1/prompt_use')
  expect(keepalives).toEqual([true, undefined, undefined])
})
