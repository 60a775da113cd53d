import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { refusalOf } from '#server/testing/refusals.ts'

let test: TestProduct
beforeAll(async () => {
  test = await createTestProduct()
})
afterAll(() => test.close())

const posts = () => [
  ...new Set(
    test.product.app.routes
      .filter(({ path, method }) => path.startsWith('/v1/') && method === 'POST')
      .map(({ path }) => path),
  ),
]

it('row 114: every route answers bad input with a 4xx of the catalogue and serves the next request', async () => {
  const member = await test.member()
  const bodies: (string | Uint8Array<ArrayBuffer>)[] = [
    '',
    'null',
    '[]',
    '7',
    '"text"',
    'true',
    '{',
    '{"uuid":',
    '{"uuid": {}}',
    `{"uuid": ["${member.id}"]}`,
    '{"__proto__": {"uuid": "x"}}',
    `{"uuid":"${member.id}","topic":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    `{"uuid":"${member.id}","topic":{"a":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}}`,
    `{"uuid":"${member.id}","id":1e999}`,
    `{"uuid":"${member.id}","id":-1}`,
    `{"uuid":"${member.id}","id":"1e3"}`,
    new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    'x'.repeat(50 * 1024 * 1024),
  ]
  for (const path of posts()) {
    for (const body of bodies) {
      const response = await test.product.app.request(path, {
        method: 'POST',
        headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
        body,
      })
      const answer = (await response.json()) as { code: string; message: string }
      const label = `${path} ${body.slice(0, 40).toString()}`
      expect([label, response.status >= 400 && response.status < 500, typeof answer.message]).toEqual([
        label,
        true,
        'string',
      ])
    }
  }
  expect((await test.post('/v1/nothing', {})).status).toBe(404)
})

it('row 34, security 53: no route acts for another member, or for a session that lacks the second factor', async () => {
  const [member, other] = [await test.member(), await test.member()]
  const verified = { factor_type: 'totp', status: 'verified', created_at: new Date(), updated_at: new Date() }
  await test.database
    .insertInto('auth.mfa_factors')
    .values({ id: crypto.randomUUID(), user_id: member.id, ...verified })
    .execute()
  const lifted = await test.sign({ sub: member.id, session_id: member.sessionId, aal: 'aal2' })
  // Sign-up has no member yet, webhooks come from no member, and the signed link of an e-mail acts for its recipient.
  const ofNobody = ['/v1/auth/sign/up', '/v1/payment/webhook', '/v1/mail/refuse']
  for (const path of posts().filter((route) => !ofNobody.includes(route))) {
    const filled = path.replace(/:\w+/g, '1')
    const call = async (uuid: string, token: string) => {
      const answer = await test.post(`${filled}?uuid=${uuid}`, { uuid }, token)
      return refusalOf(answer)
    }
    // The recovery route works without the second factor and requires a recovery code instead.
    const before =
      path === '/v1/auth/factor/recover' ? [400, 'invalid_field'] : [403, 'second_factor_required']
    expect(await call(member.id, member.token), path).toEqual(before)
    expect(await call(other.id, lifted), path).toEqual([403, 'foreign_uuid'])
    expect((await call(member.id, lifted))[1], path).not.toBe('second_factor_required')
  }
})

it('row 114, row 85: an endless body without a length is cut off while it streams', async () => {
  const member = await test.member()
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 65_536
      controller.enqueue(new Uint8Array(65_536))
    },
  })
  const response = await test.product.app.request('/v1/ai/tool/article', {
    method: 'POST',
    headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
    body,
    duplex: 'half',
  } as RequestInit)
  expect(response.status).toBe(413)
  expect(sent).toBeLessThan(2 * 1024 * 1024)
})

it('row 114: unknown paths are 404 and known paths with another method 405, as JSON in the caller’s language', async () => {
  const missing = await test.product.app.request('/v1/ai/tool/nothing', {
    headers: { 'accept-language': 'ko' },
  })
  expect([missing.status, await missing.json()]).toEqual([
    404,
    { code: 'not_found', message: '정보를 찾을 수 없어요.' },
  ])
  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    const response = await test.product.app.request('/v1/ai/tool/article', { method })
    expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'POST'])
  }
})

it('row 112, row 13: errors of /v1 have the security headers and no internals', async () => {
  const member = await test.member()
  const response = await test.post(
    '/v1/ai/tool/stop',
    { uuid: member.id, id: Number.MAX_SAFE_INTEGER },
    member.token,
  )
  expect(response.status).toBe(404)
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.text()).not.toMatch(/select|postgres|node_modules|\bat /i)
})

it('row 1: paths that probe for internals find nothing, and no response contains a connection string', async () => {
  for (const path of [
    '/v1',
    '/v1/',
    '/v1/health',
    '/v1/debug',
    '/v1/openapi.json',
    '/v1/../config.ts',
    '/v1/%2e%2e/%2e%2e/etc/passwd',
    '/v1/.env',
  ]) {
    const response = await test.product.app.request(path)
    expect([path, response.status >= 400]).toEqual([path, true])
    expect(await response.text()).not.toContain(new URL(test.config.databaseUrl).password)
  }
})
