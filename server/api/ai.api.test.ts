import { once } from 'node:events'
// A client that can disconnect in the middle of a response.
// oxlint-disable-next-line no-restricted-imports
import { request, type IncomingMessage } from 'node:http'
// oxlint-disable-next-line no-restricted-imports
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { eventsOf, readEvents, textOf } from '#server/testing/read-events.ts'
import type { Product } from '#server/main.ts'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { estimateTool } from '#shared/tool-prices.ts'
import { availableTokens } from '#shared/usage.ts'

let test: TestProduct
beforeAll(async () => {
  test = await createTestProduct()
})
afterAll(() => test.close())

const form = {
  topic: '동네 도서관에서 보내는 토요일',
  tone: 'informal',
  language: 'Korean',
  information: '도서관은 9시에 연다. 어린이 열람실은 2층이다.',
  target: '초등학생 부모',
}
const path = '/v1/ai/tool/article'
const runOf = (id: number) =>
  test.database.selectFrom('tool_use').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const usageOf = (id: string) =>
  test.database.selectFrom('user_usage').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

it('T13, T14, T26, M18: an article passes through its stages, is saved, is settled once and raises an alarm', async () => {
  const member = await test.member()
  const response = await test.post(path, { ...form, uuid: member.id }, member.token)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  const events = await readEvents(response)
  expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => 1_000_001 + index))
  const stages = events.flatMap(({ event }) =>
    event.type === 'stage' && event.state === 'done' ? [event.stage] : [],
  )
  expect(stages).toEqual([
    'request',
    'user',
    'parameters',
    'outline',
    'title',
    'text',
    'tags',
    'saving',
    'done',
  ])

  const [started, done] = [events[0]!.event, events.at(-1)!.event]
  if (started.type !== 'started' || done.type !== 'done') throw new Error('wrong first or last event')
  expect(started).toMatchObject({ is_demo: true, stages })
  const row = await runOf(started.run_id)
  expect(row).toMatchObject({
    status: 'done',
    stage: 'done',
    tool: 'article',
    is_demo: true,
    language: 'Korean',
    error_code: null,
    token: done.token,
  })
  expect(row.content).toBe(textOf(events))
  expect(row.titles).toHaveLength(5)
  expect(row.title).toBe(row.titles[0])
  expect(row.tags.length).toBeGreaterThan(2)
  expect(row.token_input + row.token_output).toBe(done.token)
  expect(done).toMatchObject({ status: 'done', saved_at: row.saved_at, available: 100_000 - done.token })
  expect(availableTokens(await usageOf(member.id))).toBe(100_000 - done.token)

  const history = await test.database
    .selectFrom('token_history')
    .selectAll()
    .where('user_id', '=', member.id)
    .orderBy('id')
    .execute()
  expect(history.map(({ kind, amount, tool_use_id }) => [kind, amount, tool_use_id])).toEqual([
    ['sign_up', 100_000, null],
    ['use', -done.token, row.id],
  ])
  const alarms = await test.database
    .selectFrom('user_alarm')
    .selectAll()
    .where('user_id', '=', member.id)
    .execute()
  expect(alarms).toMatchObject([
    { kind: 'tool_execute', source_id: String(row.id), data: { tool: 'article', title: row.title } },
  ])
})

it('T05, row 102: the text uses the member’s input, in the chosen language and tone', async () => {
  const member = await test.member()
  const texts = []
  for (const change of [
    {},
    { tone: 'formal' },
    { language: 'English', topic: 'Saturdays at the library', information: 'It opens at nine.', target: '' },
  ]) {
    texts.push(
      textOf(await readEvents(await test.post(path, { ...form, ...change, uuid: member.id }, member.token))),
    )
  }
  expect(texts[0]).toMatch(/도서관은 9시에 연다\.[\s\S]+해요\./)
  expect(texts[1]).toMatch(/습니다\./)
  expect(texts[1]).not.toMatch(/[해에돼]요\./)
  expect(texts[2]).toMatch(/Saturdays at the library[\s\S]+It opens at nine\./)
  expect(texts[2]).not.toMatch(/[가-힣]/)
})

it('T05, T11: wrong fields are refused by name, in the caller’s language, before anything is held', async () => {
  const member = await test.member()
  const cases: [object, object][] = [
    [{ topic: '' }, { field: 'topic', detail: { rule: 'required' }, message: 'Please fill this in.' }],
    [
      { topic: '가'.repeat(501) },
      { field: 'topic', detail: { rule: 'too_long', count: 500 }, message: 'Use 500 characters or fewer.' },
    ],
    [
      { information: 'a'.repeat(2001) },
      {
        field: 'information',
        detail: { rule: 'too_long', count: 2000 },
        message: 'Use 2,000 characters or fewer.',
      },
    ],
    [{ target: 'a'.repeat(51) }, { field: 'target', detail: { rule: 'too_long', count: 50 } }],
    [{ tone: 'loud' }, { field: 'tone', detail: { rule: 'choose' }, message: 'Choose one.' }],
    [{ language: 'Klingon' }, { field: 'language', detail: { rule: 'choose' } }],
    [{ thumbnail: 'yes' }, { field: 'thumbnail', detail: { rule: 'invalid' } }],
    [{ tone: 'custom' }, { field: 'tone', detail: { rule: 'choose' } }],
    [{ topic: 7 }, { field: 'topic', detail: { rule: 'invalid' } }],
  ]
  for (const [change, expected] of cases) {
    const response = await test.post(path, { ...form, ...change, uuid: member.id }, member.token)
    expect([change, response.status]).toEqual([change, 400])
    expect(await response.json()).toMatchObject({ code: 'invalid_field', ...expected })
  }
  const korean = await test.post(path, { ...form, topic: '', uuid: member.id }, member.token, {
    'accept-language': 'ko-KR',
  })
  expect(await korean.json()).toMatchObject({ message: '필수 항목이에요.' })
  for (const extra of [{ model: 'gpt-9' }, { max_tokens: 1e9 }, { system: 'x' }, { cost: 0 }]) {
    const response = await test.post(path, { ...form, ...extra, uuid: member.id }, member.token)
    expect(await response.json()).toMatchObject({ code: 'invalid_request' })
  }
  expect(
    await test.database.selectFrom('tool_use').select('id').where('user_id', '=', member.id).execute(),
  ).toEqual([])
})

it('T11: exactly 500 characters pass, Hangul counted per character however it was composed', async () => {
  const member = await test.member()
  const response = await test.post(
    path,
    { ...form, topic: '강'.repeat(500).normalize('NFD'), uuid: member.id },
    member.token,
  )
  expect((await readEvents(response)).at(-1)).toMatchObject({ event: { status: 'done' } })
})

it('T16: a request with a link needs a paid plan', async () => {
  const [free, paid] = [await test.member(), await test.member({ plan: 'basic' })]
  const body = { ...form, information: '자세한 내용: https://example.com/notice' }
  const refused = await test.post(path, { ...body, uuid: free.id }, free.token)
  expect([refused.status, await refused.json()]).toMatchObject([402, { code: 'plan_required' }])
  const accepted = await test.post(path, { ...body, uuid: paid.id }, paid.token)
  expect(accepted.status).toBe(200)
  await readEvents(accepted)
})

it('T17: without enough tokens nothing starts, and the error has the needed and the available number', async () => {
  const member = await test.member({ token: 500 })
  const response = await test.post(path, { ...form, uuid: member.id }, member.token)
  const needed = estimateTool({ ...form, tool: 'article', language: 'Korean' }, [], 'demo').ceiling
  expect([response.status, await response.json()]).toMatchObject([
    402,
    { code: 'no_tokens', detail: { needed, available: 500 } },
  ])
  expect(
    await test.database.selectFrom('tool_use').select('id').where('user_id', '=', member.id).execute(),
  ).toEqual([])
})

it('A41, row 32: a blocked member is refused', async () => {
  const member = await test.member({ isBlock: true })
  const response = await test.post(path, { ...form, uuid: member.id }, member.token)
  expect([response.status, await response.json()]).toMatchObject([403, { code: 'user_blocked' }])
})

it('a person who has not signed up yet gets their own error', async () => {
  const person = await test.account()
  const response = await test.post(path, { ...form, uuid: person.id }, person.token)
  expect([response.status, await response.json()]).toMatchObject([404, { code: 'member_not_found' }])
})

/** Webhooks of the card provider and the signed link of an e-mail need no session. */
const forEverybody = ['POST /v1/payment/webhook', 'POST /v1/mail/refuse']
/** Pictures of public pages. */
const openPath = 'GET /v1/og-image/'

it('row 34: a uuid that is not the caller’s is refused on every route of /v1, and nothing changes', async () => {
  const [member, other] = [await test.member(), await test.member()]
  const routes = [
    ...new Set(
      test.product.app.routes
        .filter(({ path, method }) => path.startsWith('/v1/') && method !== 'ALL')
        .map(({ method, path }) => `${method} ${path}`)
        .filter((route) => !forEverybody.includes(route) && !route.startsWith(openPath)),
    ),
  ]
  expect(routes.length).toBeGreaterThanOrEqual(4)
  for (const route of routes) {
    const [method, path] = route.split(' ') as [string, string]
    const uuid = path.endsWith('/sign/up') ? other.identityId : other.id
    const address = path.replace(':id', '1') + (method === 'GET' ? `?uuid=${uuid}` : '')
    const response = await test.product.app.request(address, {
      method,
      headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
      ...(method === 'GET'
        ? {}
        : {
            body: JSON.stringify(path.endsWith('/sign/up') ? { lang: 'ko', uuid } : { ...form, id: 1, uuid }),
          }),
    })
    expect([route, response.status, await response.json()]).toMatchObject([
      route,
      403,
      { code: 'foreign_uuid' },
    ])
    // Visitors and members may both send questions.
    if (route === 'POST /v1/contact') continue
    const visitor = await test.product.app.request(address, {
      method,
      headers: { 'content-type': 'application/json' },
    })
    expect([route, visitor.status]).toEqual([route, 401])
  }
  expect(
    await test.database
      .selectFrom('tool_use')
      .select('id')
      .where('user_id', 'in', [member.id, other.id])
      .execute(),
  ).toEqual([])
})

it('O16: a missing uuid has its own message', async () => {
  const member = await test.member()
  expect(await (await test.post(path, form, member.token)).json()).toMatchObject({ code: 'missing_uuid' })
  const stream = await test.product.app.request('/v1/ai/tool/run/1/events', {
    headers: { authorization: `Bearer ${member.token}` },
  })
  expect([stream.status, await stream.json()]).toMatchObject([400, { code: 'missing_uuid' }])
})

it('row 106: another member’s run is not found, neither to follow nor to stop', async () => {
  const [member, other] = [await test.member(), await test.member()]
  const events = await readEvents(await test.post(path, { ...form, uuid: member.id }, member.token))
  const runId = (events[0]!.event as { run_id: number }).run_id
  const followed = await test.product.app.request(`/v1/ai/tool/run/${runId}/events?uuid=${other.id}`, {
    headers: { authorization: `Bearer ${other.token}` },
  })
  expect(followed.status).toBe(404)
  expect((await test.post('/v1/ai/tool/stop', { uuid: other.id, id: runId }, other.token)).status).toBe(404)
})

it('a run can be followed from any event in every process, and its row gives a snapshot when its events are gone', async () => {
  const member = await test.member()
  const events = await readEvents(await test.post(path, { ...form, uuid: member.id }, member.token))
  const runId = (events[0]!.event as { run_id: number }).run_id
  const follow = async ({ app }: Product, lastEventId: number) => {
    const headers = { authorization: `Bearer ${member.token}`, 'last-event-id': String(lastEventId) }
    return readEvents(await app.request(`/v1/ai/tool/run/${runId}/events?uuid=${member.id}`, { headers }))
  }
  const elsewhere = await test.another()
  for (const product of [test.product, elsewhere]) {
    expect(await follow(product, events[9]!.id)).toEqual(events.slice(10))
    // A late reader gets a snapshot of the events.
    const late = await follow(product, 0)
    expect([late[0]!.event, late.at(-1)!.event]).toEqual([events[0]!.event, events.at(-1)!.event])
    expect(textOf(late)).toBe(textOf(events))
    expect(late.length).toBeLessThan(30)
  }
  await test.database
    .deleteFrom('private.run_event')
    .where((eb) =>
      eb(
        'run_id',
        'in',
        eb
          .selectFrom('private.run')
          .select('id')
          .where('kind', '=', 'tool_use')
          .where('subject_id', '=', runId),
      ),
    )
    .execute()
  const replayed = await follow(elsewhere, events.at(-1)!.id)
  expect(replayed[0]!.event).toEqual(events[0]!.event)
  expect(replayed.at(-1)!.event).toEqual(events.at(-1)!.event)
  expect(textOf(replayed)).toBe(textOf(events))
  expect(replayed.at(-1)!.id).toBeGreaterThan(events.at(-1)!.id)
})

it('T15: a disconnected reader does not stop the run; it ends by itself and is saved', async () => {
  const member = await test.member()
  let runId = 0
  for await (const { event } of eventsOf(await test.post(path, { ...form, uuid: member.id }, member.token))) {
    if (event.type === 'started') runId = event.run_id
    if (event.type === 'outline') break
  }
  const followed = await test.product.app.request(`/v1/ai/tool/run/${runId}/events?uuid=${member.id}`, {
    headers: { authorization: `Bearer ${member.token}` },
  })
  expect((await readEvents(followed)).at(-1)).toMatchObject({ event: { type: 'done', status: 'done' } })
  expect((await runOf(runId)).content).not.toBe('')
})

it('screens 13, T26: the alarm of a run that was followed to its end is read; without a follower it is unread', async () => {
  // A slow writer: a run that ends before its reader connects has no follower.
  const test = await createTestProduct({ env: { DEMO_DELAY_MS: '18' } })
  const alarmOf = (memberId: string) =>
    test.database.selectFrom('user_alarm').select('is_read').where('user_id', '=', memberId).execute()
  const [watcher, leaver] = [await test.member(), await test.member()]
  const watched = await test.post(path, { ...form, uuid: watcher.id }, watcher.token)
  await readEvents(watched)
  const left = await test.post(path, { ...form, uuid: leaver.id }, leaver.token)
  await left.body!.cancel()
  await vi.waitFor(async () => expect(await alarmOf(leaver.id)).toEqual([{ is_read: false }]), 20_000)
  expect(await alarmOf(watcher.id)).toEqual([{ is_read: true }])
  await test.close()
})

it('R6: over a real connection the events arrive one by one, and the run survives a cut', async () => {
  const member = await test.member()
  const server = createAdaptorServer({ fetch: test.product.app.fetch })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const call = request({
    port: (server.address() as AddressInfo).port,
    path,
    method: 'POST',
    headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
  })
  call.end(JSON.stringify({ ...form, uuid: member.id }))
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  expect(response.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-type': 'text/event-stream; charset=utf-8',
  })
  const [chunk] = (await once(response, 'data')) as [Buffer]
  const runId = Number(/^id: 1000001\ndata: \{"type":"started","run_id":(\d+)/.exec(String(chunk))?.[1])
  call.destroy()
  const followed = await test.product.app.request(`/v1/ai/tool/run/${runId}/events?uuid=${member.id}`, {
    headers: { authorization: `Bearer ${member.token}` },
  })
  expect((await readEvents(followed)).at(-1)).toMatchObject({ event: { type: 'done', status: 'done' } })
  await new Promise((resolve) => server.close(resolve))
})
