import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLinkReader } from '#server/adapters/link-reader.ts'
import type { Model, ModelCall } from '#server/adapters/models.ts'
import { linkLimits } from '#server/adapters/member-links.ts'
import { createDocumentReader } from '#server/adapters/reading/document-reader.ts'
import { article, html, redirect, startFakeWeb, type FakeWeb } from '#server/testing/fake-web.ts'
import { askedOf, plainAnswer } from '#server/testing/plain-answers.ts'
import { readEvents } from '#server/testing/read-events.ts'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { linksMax } from '#shared/links.ts'

let test: TestProduct
let web: FakeWeb
const calls: ModelCall[] = []

beforeAll(async () => {
  web = await startFakeWeb({ bytesMax: 100_000, deadlineMs: 1_000 })
  const reader = createDocumentReader()
  test = await createTestProduct({
    deps: { reader, links: createLinkReader(web.fetch, reader, web.robots), model: recording },
  })
})
afterAll(async () => {
  await test.close()
  await web.close()
})

const recording: Model = {
  name: 'gpt',
  isDemo: false,
  canReadPdf: false,
  async stream(call, onPart) {
    calls.push(call)
    onPart({ type: 'text', delta: plainAnswer(call) })
    onPart({ type: 'end', reason: 'complete', input: 10, output: 10 })
  },
}

async function member(plan = 'basic') {
  const person = await test.member({ plan })
  const send = (path: string, body: object) =>
    test.post(`/v1/ai/tool/${path}`, { ...body, uuid: person.id }, person.token)
  return {
    ...person,
    links: async (...urls: string[]) => {
      const response = await send('links', { urls })
      const { result } = (await response.json()) as { result: Record<string, unknown>[] }
      return { status: response.status, result }
    },
    refused: async (urls: unknown) => {
      const response = await send('links', { urls })
      return [response.status, await response.json()]
    },
    write: (information: string, more: object = {}) =>
      send('article', { topic: 'Library', tone: 'informal', language: 'English', information, ...more }),
    send,
  }
}
it('a page begins a text of one’s own: its article with its headings, on paid plans alone', async () => {
  const [person, free] = [await member(), await member('starter')]
  const body = { urls: ['http://own.example.com/a'] }
  web.pages['own.example.com'] = html(
    `<title>열람 안내</title><article><h1>열람 안내</h1><p>${'도서관은 아홉 시에 열어요. '.repeat(40)}</p><h2>3~4월 휴관</h2><p>${'월요일에는 쉬어요. '.repeat(40)}</p></article>`,
  )
  const before = calls.length
  const { result } = (await (await person.send('own/link', body)).json()) as {
    result: { title: string; text: string }
  }
  expect(result.title).toBe('열람 안내')
  expect(result.text).toContain('\n\n## 3\\~4월 휴관\n\n월요일에는')
  expect(await (await free.send('own/link', body)).json()).toMatchObject({ code: 'plan_required' })
  const inside = await person.send('own/link', { urls: ['http://169.254.169.254/x'] })
  expect(await inside.json()).toMatchObject({ code: 'link_refused' })
  expect(calls).toHaveLength(before)
})

const open = 'http://library.example.com/hours'

it('T16: a member on a paid plan sees the preview of each link: title, site, first lines, length', async () => {
  const person = await member()
  web.pages['www.library.example.com'] = article(
    '열람 시간',
    `도서관은 아홉 시에 열어요. ${'책 '.repeat(200)}`,
  )
  const { status, result } = await person.links('http://www.library.example.com/hours')
  expect([status, result]).toMatchObject([
    200,
    [{ url: 'http://www.library.example.com/hours', title: '열람 시간', site: 'library.example.com' }],
  ])
  expect(result[0]!.excerpt).toContain('도서관은 아홉 시에 열어요.')
  expect(result[0]!.excerpt).not.toContain('menu')
  expect(result[0]!.characters).toBeGreaterThan(300)
})

it('T16: without a paid plan links are neither read nor used, and nothing is held', async () => {
  const person = await member('starter')
  const before = web.connections()
  expect(await person.refused([open])).toMatchObject([402, { code: 'plan_required' }])
  const refused = await person.write(`See ${open}`)
  expect([refused.status, await refused.json()]).toMatchObject([402, { code: 'plan_required' }])
  expect(web.connections()).toBe(before)
})

it('T16, B33: a benefit lets its member read links until it ends', async () => {
  const person = await member('starter')
  await sql`insert into public.user_benefit (id, type, type_detail, duration, duration_unit, start_at, end_at)
    values (${person.id}, 'plan', 'basic', 1, 'day', now() - interval '1 hour', now() + interval '1 day')`.execute(
    test.database,
  )
  web.pages['library.example.com'] = article('Hours', 'The library opens at nine.')
  expect(await person.links(open)).toMatchObject({ status: 200, result: [{ url: open, title: 'Hours' }] })
  await sql`update public.user_benefit set end_at = now() where id = ${person.id}`.execute(test.database)
  expect(await person.refused([open])).toMatchObject([402, { code: 'plan_required' }])
})

it('T16: the URLs of a preview are validated like any input', async () => {
  const person = await member()
  for (const [urls, rule] of [
    [[], 'required'],
    ['x', 'invalid'],
    [['not a link'], 'invalid'],
    [[7], 'invalid'],
    [Array.from({ length: linksMax + 1 }, (_, index) => `${open}/${index}`), 'too_many'],
  ] as const)
    expect([urls, await person.refused(urls)]).toMatchObject([
      urls,
      [400, { code: 'invalid_field', detail: { rule } }],
    ])
})

it('security 92, 96: each failure is reported for its link, and the others are read', async () => {
  const person = await member()
  web.pages['library.example.com'] = article('Hours', 'The library opens at nine.')
  web.pages['login.example.com'] = (response) => response.writeHead(403).end()
  web.pages['led.example.com/'] = redirect('/accounts/login/?next=/')
  web.pages['led.example.com/accounts/login/?next=/'] = html('<form>Sign in</form>')
  web.pages['picture.example.com'] = (response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end('x')
  web.pages['large.example.com'] = html('x'.repeat(200_000))
  web.pages['silent.example.com'] = () => {}
  web.pages['empty.example.com'] = html('<script>1</script>')
  web.pages['broken.example.com'] = (response) => response.writeHead(500).end()
  web.names['inner.example.com'] = [['192.168.0.10']]
  const cases = {
    [open]: undefined,
    'http://login.example.com/': 'link_sign_in',
    'http://led.example.com/': 'link_sign_in',
    'http://picture.example.com/': 'link_not_page',
    'http://large.example.com/': 'link_too_large',
    'http://silent.example.com/': 'link_timeout',
    'http://empty.example.com/': 'link_unreadable',
    'http://broken.example.com/': 'link_unreachable',
    'http://gone.example.com/': 'link_gone',
    'http://inner.example.com/': 'link_refused',
  }
  const { result } = await person.links(...Object.keys(cases))
  expect(Object.fromEntries(result.map(({ url, code }) => [url, code]))).toEqual(cases)
  expect(result.every((link) => 'title' in link || typeof link.message === 'string')).toBe(true)
})

it('T13, T16: a run reads its links in their own stage, and their content reaches outline and text as material', async () => {
  const person = await member()
  web.pages['library.example.com'] = article('Hours', 'The library opens at nine.')
  calls.length = 0
  const events = await readEvents(await person.write(`${open}에서 봤어요.`))
  expect(events[0]!.event).toMatchObject({ stages: expect.arrayContaining(['urls']) })
  expect(events.at(-1)!.event).toMatchObject({ type: 'done', status: 'done' })
  const received = calls.map((call) => [
    askedOf(call),
    /<material-[0-9a-f]{12} name="link: Hours \(library\.example\.com\)">\n(?:Hours\n)?The library opens at nine\./.test(
      call.prompt,
    ),
  ])
  expect(received).toEqual([
    ['text', true],
    ['revision', false],
    ['titles', false],
    ['tags', false],
  ])
})

it('T13, T16: a run reports each read link while live and after its end, and stores it in its row', async () => {
  const person = await member()
  web.pages['library.example.com'] = article('Hours', 'The library opens at nine.')
  const events = await readEvents(await person.write(`See ${open}`))
  const source = { kind: 'link', name: 'Hours', url: open, characters: expect.any(Number) }
  expect(events.map(({ event }) => event)).toContainEqual({ type: 'source', source })
  const [started] = events.map(({ event }) => event)
  if (started?.type !== 'started') throw new Error('wrong first event')
  const row = await test.database
    .selectFrom('tool_use')
    .select('sources')
    .where('id', '=', started.run_id)
    .executeTakeFirstOrThrow()
  expect(row.sources).toEqual([source])
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
          .where('subject_id', '=', started.run_id),
      ),
    )
    .execute()
  const received = await test.product.app.request(
    `/v1/ai/tool/run/${started.run_id}/events?uuid=${person.id}`,
    {
      headers: { authorization: `Bearer ${person.token}` },
    },
  )
  expect((await readEvents(received)).map(({ event }) => event)).toContainEqual({ type: 'source', source })
  // After a rewrite without the link, the text no longer lists it.
  await readEvents(await person.send(`run/${started.run_id}/again`, { mode: 'regenerate', left_out: [open] }))
  const again = await test.database
    .selectFrom('tool_use')
    .select('sources')
    .where('id', '=', started.run_id)
    .executeTakeFirstOrThrow()
  expect(again.sources).toEqual([])
})

it('a job posting that is a link is its page in each call; an excluded one stays the address', async () => {
  const person = await member()
  const link = 'http://jobs.example.com/1'
  web.pages['jobs.example.com'] = article(
    'Librarian wanted',
    `We look for a librarian. ${'Books. '.repeat(60)}`,
  )
  const letter = (posting: string, more: object = {}) => ({
    introduce: 'A librarian',
    career: 'Three years',
    duty: 'Librarian',
    questions: [{ question: 'Why us?', limit: 300, unit: 'characters' }],
    tone: 'formal',
    language: 'English',
    posting,
    ...more,
  })
  /** What the calls got as the posting. */
  const postingsOf = async (form: object) => {
    const before = calls.length
    await readEvents(await person.send('cover-letter', form))
    const prompts = calls.slice(before).map(({ prompt }) => prompt)
    expect(prompts.length).toBeGreaterThan(2)
    return [...new Set(prompts.flatMap((prompt) => prompt.match(/ name="(?:link|file): .*\n.{10}/g) ?? []))]
  }
  const page = ' name="link: the job posting">\nLibrarian '
  expect(await postingsOf(letter(link))).toEqual([page])
  expect(await postingsOf(letter(`Posting of May: ${link}`))).toEqual([
    ' name="file: the job posting">\nPosting of',
    page,
  ])
  expect(await postingsOf(letter(link, { left_out: [link] }))).toEqual([
    ' name="file: the job posting">\nhttp://job',
  ])
})

it('T14, T16: an excluded link is not fetched, also when the text is written again', async () => {
  const person = await member()
  web.pages['left.example.com'] = article('Left', 'out')
  const left = 'http://left.example.com/'
  const before = web.connections()
  const events = await readEvents(await person.write(`See ${left}`, { left_out: [left] }))
  const [started] = events.map(({ event }) => event)
  if (started?.type !== 'started') throw new Error('wrong first event')
  expect(started.stages).not.toContain('urls')
  await readEvents(await person.send(`run/${started.run_id}/again`, { mode: 'regenerate' }))
  expect(web.connections()).toBe(before)
  const read = await readEvents(
    await person.send(`run/${started.run_id}/again`, { mode: 'regenerate', left_out: [] }),
  )
  expect(read[0]!.event).toMatchObject({ stages: expect.arrayContaining(['urls']) })
  const wrong = await person.write('x', { left_out: 'all' })
  expect([wrong.status, await wrong.json()]).toMatchObject([400, { field: 'left_out' }])
})

it('T16: a failed link in a run is reported with its stage and costs nothing; an eleventh link is refused before', async () => {
  const person = await member()
  web.names['inner.example.com'] = [['10.1.2.3']]
  const events = await readEvents(await person.write('See http://inner.example.com/x'))
  expect(events.find(({ event }) => event.type === 'error')?.event).toMatchObject({
    code: 'link_refused',
    stage: 'urls',
    name: 'http://inner.example.com/x',
  })
  expect(events.at(-1)!.event).toMatchObject({ status: 'failed', token: 0, available: 100_000 })
  const many = Array.from({ length: linksMax + 1 }, (_, index) => `http://a.example.com/${index}`).join(' ')
  const refused = await person.write(many)
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { code: 'too_many_links', detail: { count: linksMax } },
  ])
})

it('security 99: links are limited per member in ten minutes, and pages of one host for all members together', async () => {
  const [person, other] = [await member(), await member()]
  web.pages['flooded.example.com'] = article('x', 'y')
  const setCount = (key: string, count: number) =>
    test.database
      .insertInto('private.use_count')
      .values({ key, count })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ count }))
      .execute()
  await setCount(`member:${person.id}`, linkLimits.member.max)
  expect((await person.links(open)).result).toMatchObject([{ code: 'too_many_requests' }])
  expect((await other.links(open)).result).toMatchObject([{ title: 'Hours' }])
  await setCount('host:flooded.example.com', linkLimits.host.max)
  const before = web.connections()
  expect((await other.links('http://flooded.example.com/')).result).toMatchObject([
    { code: 'too_many_requests' },
  ])
  expect(web.connections()).toBe(before)
})

it('security 99: the limits are exact for many members and one host, and for one member and many hosts, across two processes', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => member()))
  const other = await test.another({ links: createLinkReader(web.fetch, createDocumentReader(), web.robots) })
  web.pages['matrix.example.com'] = article('x', 'y')
  const ask = async (app: typeof other.app, person: { id: string; token: string }, urls: string[]) => {
    const response = await app.request('/v1/ai/tool/links', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${person.token}` },
      body: JSON.stringify({ urls, uuid: person.id }),
    })
    const { result } = (await response.json()) as { result: { code?: string }[] }
    return result.map(({ code }) => code ?? 'read')
  }
  const counts = (codes: string[]) => [
    codes.filter((code) => code === 'read').length,
    codes.filter((code) => code === 'too_many_requests').length,
  ]
  const setCount = (key: string, count: number) =>
    test.database.insertInto('private.use_count').values({ key, count }).execute()

  // Four reads of the host remain: two processes and six members get four together. Each requests another page.
  await setCount('host:matrix.example.com', linkLimits.host.max - 4)
  const before = web.connections()
  const many = await Promise.all(
    people.map((person, index) =>
      ask(index % 2 ? other.app : test.product.app, person, [`http://matrix.example.com/${index}`]),
    ),
  )
  expect([counts(many.flat()), web.connections() - before]).toEqual([[4, 2], 4])

  // Four reads of a member remain, across hosts and processes.
  const [person] = people
  await sql`update private.use_count set count = ${linkLimits.member.max - 4} where key = ${`member:${person!.id}`}`.execute(
    test.database,
  )
  const hosts = Array.from({ length: 6 }, (_, index) => `many${index}.example.com`)
  for (const host of hosts) web.pages[host] = article('x', 'y')
  const spread = await Promise.all(
    hosts.map((host, index) => ask(index % 2 ? other.app : test.product.app, person!, [`http://${host}/`])),
  )
  expect(counts(spread.flat())).toEqual([4, 2])
  // Site owners see in their log who sent the requests, and why.
  const agents = new Set(web.asked.map(({ headers }) => headers['user-agent']))
  expect([...agents]).toEqual([
    expect.stringMatching(/^Munjang\/\d.*\(\+https?:\/\/[^;]+; reads pages that members name\)$/),
  ])
})

it('T16: pages are cached for a while: preview and run fetch a page once', async () => {
  const person = await member()
  web.pages['once.example.com'] = article('Once', 'Asked once.')
  expect((await person.links('http://once.example.com/')).result).toMatchObject([{ title: 'Once' }])
  await readEvents(await person.write('http://once.example.com/'))
  expect(web.asked.filter(({ host }) => host === 'once.example.com')).toHaveLength(1)
})
