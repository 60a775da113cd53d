// Security 15, 107: delivered changes and their receivers, with the official client.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commitUnseen } from '#backend/testing/commit-unseen.ts'
import { RawSocket } from '#backend/testing/raw-socket.ts'
import {
  clientOf,
  follow,
  followAll,
  Inbox,
  startMember,
  startRealtimeBackend,
  subscribed,
  type Change,
  type RealtimeBackend,
} from '#backend/testing/realtime-backend.ts'
import { query } from '#backend/testing/test-backend.ts'

let backend: RealtimeBackend
beforeAll(async () => {
  backend = await startRealtimeBackend()
})
afterAll(() => backend.stop())

const newsOf = (ids: number[]) =>
  `insert into public.news (id, title) values ${ids.map((id) => `(${id}, 'n${id}')`).join(', ')}`

test('N07, N08, security 107: a member receives only their own rows, whatever they request, and only columns with a grant', async () => {
  const [anna, ben] = [await startMember(backend, 'anna'), await startMember(backend, 'ben')]
  const spies = await Promise.all([
    follow(ben.client, `user-usage-channel-${anna.id}`, { table: 'note', filter: `owner=eq.${anna.id}` }),
    follow(ben.client, 'everything', { table: 'note' }),
    follow(ben.client, 'every table', { table: undefined }),
    follow(ben.client, 'every schema', { schema: '*', table: undefined }),
    follow(ben.client, 'odd case', { table: 'note', filter: `owner=in.(${anna.id.toUpperCase()})` }),
  ])
  const annas = await follow(anna.client, 'notes', { table: 'note' })
  await backend.run(`insert into public.note values (1, '${anna.id}', 'mine'), (2, '${ben.id}', 'his')`)
  await backend.run(`update public.note set text = 'still mine' where id = 1`)
  // Visibility is checked by reading the row, so a row that is deleted at once never reaches members.
  await annas.has(2)
  await backend.run(
    `delete from public.note where id = 1; insert into public.note values (3, '${ben.id}', 'last')`,
  )
  await backend.run(`insert into public.note values (4, '${anna.id}', 'last')`)

  expect((await annas.has(3)).map((change) => [change.eventType, change.new])).toEqual([
    ['INSERT', { id: 1, owner: anna.id, text: 'mine' }],
    ['UPDATE', { id: 1, owner: anna.id, text: 'still mine' }],
    ['INSERT', { id: 4, owner: anna.id, text: 'last' }],
  ])
  for (const inbox of spies.slice(1, 4)) {
    expect((await inbox.has(2)).map((change) => change.new.text)).toEqual(['his', 'last'])
  }
  expect([spies[0]!.items, spies[4]!.items]).toEqual([[], []])
  expect(JSON.stringify([...spies, annas].map(({ items }) => items))).not.toContain('canary')
  await Promise.all([anna.leave(), ben.leave()])
})

test('a visitor receives changes of public tables, with the same values as rest', async () => {
  const visitor = clientOf(backend)
  const inbox = await follow(visitor, 'news', { table: 'news' })
  await backend.run(
    `insert into public.news values (1, '안녕', 3, 1.5, '{a,"b c"}', '{"x": [1, null]}', '2026-11-21T01:02:03Z')`,
  )
  await backend.run(`update public.news set likes = 4 where id = 1; delete from public.news where id = 1`)
  const [inserted, updated, deleted] = await inbox.has(3)
  const { data: row } = {
    data: { id: 1, title: '안녕', likes: 3, score: 1.5, tags: ['a', 'b c'], facts: { x: [1, null] } },
  }
  const written = { ...row, published_at: '2026-11-21T01:02:03+00:00', body: null }
  expect(inserted).toMatchObject({
    eventType: 'INSERT',
    schema: 'public',
    table: 'news',
    new: written,
    old: {},
  })
  expect(updated).toMatchObject({ eventType: 'UPDATE', new: { ...written, likes: 4 }, old: { id: 1 } })
  expect(deleted).toMatchObject({ eventType: 'DELETE', new: {}, old: { id: 1 } })
  await visitor.removeAllChannels()
})

test('security 107: a visitor, a table without rights, an unpublished table and a column without a grant get a message and no event', async () => {
  const [visitor, member] = [clientOf(backend), await startMember(backend, 'mira')]
  const words = async (client: typeof visitor, name: string, filter: object) => {
    const inbox = new Inbox<{ status: string; message: string }>()
    const channel = client
      .channel(name)
      .on('system', {}, inbox.add)
      .on(
        'postgres_changes',
        { event: '*', schema: 'public', ...filter } as { event: '*'; schema: string },
        () => {
          throw new Error('Nothing may arrive.')
        },
      )
    await subscribed(channel)
    return (await inbox.has(1))[0]!
  }
  const refused = { status: 'error', message: expect.stringContaining('Unable to subscribe to changes') }
  expect(await words(visitor, 'a', { table: 'note' })).toMatchObject(refused)
  expect(await words(visitor, 'b', { table: 'unpublished' })).toMatchObject(refused)
  expect(await words(member.client, 'c', { table: 'note', filter: 'secret=eq.canary' })).toMatchObject(
    refused,
  )
  expect(await words(member.client, 'd', { table: 'note', filter: 'id=eq.seven' })).toMatchObject(refused)
  expect(await words(visitor, 'e', { schema: 'auth', table: 'users' })).toMatchObject(refused)
  for (const filter of ['title=match.(', 'id=match.1', 'title=imatch.[z-a]'])
    expect(await words(visitor, filter, { table: 'news', filter })).toMatchObject(refused)
  expect(
    await words(visitor, 'f', { table: 'news', filter: "id=eq.1'); drop table public.news; --" }),
  ).toMatchObject(refused)
  const waiting = visitor.channel('w', { config: { postgres_changes_options: { wait: true } } })
  waiting.on('postgres_changes', { event: '*', schema: 'public', table: 'note' }, () => {})
  await expect(subscribed(waiting)).rejects.toThrow('RealtimeDisabledForConfiguration: Unable to subscribe')
  await Promise.all([visitor.removeAllChannels(), member.leave()])
})

test('every filter operator, negation and several at once select as Postgres compares', async () => {
  const visitor = clientOf(backend)
  const filters = {
    'id=eq.12': [12],
    'id=neq.12': [11, 13, 14],
    'id=lt.12': [11],
    'id=lte.12': [11, 12],
    'id=gt.12': [13, 14],
    'id=gte.13': [13, 14],
    'id=in.(11,13)': [11, 13],
    'id=not.in.(11,13)': [12, 14],
    'title=eq.a, "b"': [13],
    'title=in.("a, \\"b\\"",plain)': [11, 13],
    'title=like.pl%': [11],
    'title=ilike.PL%': [11],
    'title=match."^p[a-z]{1,9}n$"': [11],
    'title=match.^P': [],
    'title=imatch.^P': [11],
    'title=not.imatch."(?:P|T)"': [13, 14],
    'score=is.null': [14],
    'score=not.is.null': [11, 12, 13],
    'score=isdistinct.2': [11, 13, 14],
    'score=eq.2.0': [12],
    'id=gt.11,id=lt.14,title=neq.other': [13],
  }
  const quoted = (text: string) => text.replace('a, "b"', '"a, \\"b\\""')
  const inboxes = new Map<string, Inbox<Change>>()
  for (const filter of Object.keys(filters)) {
    const written = filter.startsWith('title=eq.') ? quoted(filter) : filter
    inboxes.set(filter, await follow(visitor, filter, { table: 'news', filter: written }))
  }
  const all = await follow(visitor, 'all', { table: 'news' })
  await backend.run(`insert into public.news (id, title, score) values
    (11, 'plain', 1), (12, 'other', 2), (13, 'a, "b"', 3), (14, '', null)`)
  await all.has(4)
  for (const [filter, ids] of Object.entries(filters)) {
    expect(
      (await inboxes.get(filter)!.has(ids.length)).map((change) => change.new.id),
      filter,
    ).toEqual(ids)
  }
  await visitor.removeAllChannels()
})

test('several listeners of one channel each get their events and columns', async () => {
  const visitor = clientOf(backend)
  const [inserts, updates, titles] = [new Inbox<Change>(), new Inbox<Change>(), new Inbox<Change>()]
  const channel = visitor
    .channel('several')
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'news' }, inserts.add)
    .on(
      'postgres_changes',
      { event: 'UPDATE', schema: 'public', table: 'news', filter: 'id=eq.21' },
      updates.add,
    )
    .on(
      'postgres_changes',
      { event: '*', schema: 'public', table: 'news', select: ['id', 'title'] },
      titles.add,
    )
  await subscribed(channel)
  await backend.run(`${newsOf([21, 22])}; update public.news set likes = 1 where id in (21, 22)`)
  expect((await titles.has(4)).map((change) => change.new)).toEqual(
    [21, 22, 21, 22].map((id) => ({ id, title: `n${id}` })),
  )
  expect([inserts.items.length, updates.items.map((change) => change.new.id)]).toEqual([2, [21]])
  expect(await visitor.removeChannel(channel)).toBe('ok')
})

test('after SUBSCRIBED every commit arrives once and in order, with many writers', async () => {
  const visitor = clientOf(backend)
  const inbox = await follow(visitor, 'order', { table: 'news' })
  const writers = [100, 200, 300, 400]
  await Promise.all(
    writers.map(async (first) => {
      for (let step = 0; step < 25; step++) await backend.run(newsOf([first + step]))
    }),
  )
  const ids = (await inbox.has(100)).map((change) => change.new.id as number)
  expect(new Set(ids).size).toBe(100)
  for (const first of writers) {
    const own = ids.filter((id) => id >= first && id < first + 100)
    expect(own).toEqual(own.toSorted((a, b) => a - b))
  }
  await visitor.removeAllChannels()
})

test('rows of any size: unchanged long values are read again, and above a megabyte only small columns arrive', async () => {
  const visitor = clientOf(backend)
  const inbox = await follow(visitor, 'long', { table: 'news' })
  const long = `(select string_agg(md5(i::text), '') from generate_series(1, 2000) i)`
  await backend.run(`insert into public.news (id, title, body) values (31, 'long', ${long})`)
  await backend.run(`update public.news set likes = 1 where id = 31`)
  await inbox.has(2)
  await backend.run(`update public.news set body = repeat('x', 3000000) where id = 31`)
  const [inserted, updated, huge] = await inbox.has(3)
  expect(inserted!.new.body).toHaveLength(64_000)
  expect(updated!.new.body === inserted!.new.body).toBe(true)
  expect(huge).toMatchObject({ new: { id: 31, likes: 1 }, errors: ['Error 413: Payload Too Large'] })
  expect(huge!.new).not.toHaveProperty('body')
  await visitor.removeAllChannels()
})

test('N08: a row with a new owner does not show its earlier content', async () => {
  const [anna, ben] = [await startMember(backend, 'ann'), await startMember(backend, 'benny')]
  const inbox = await follow(ben.client, 'inherited', { table: 'note' })
  await backend.run(`begin; insert into public.note values (41, '${anna.id}', 'private');
    update public.note set owner = '${ben.id}', text = 'given' where id = 41; commit`)
  expect((await inbox.has(1)).map((change) => [change.eventType, change.new.text])).toEqual([
    ['UPDATE', 'given'],
  ])
  await ben.leave()
})

test('N08: with another token on the same socket the previous user’s rows stop, and the new user’s arrive', async () => {
  const [anna, ben] = [await startMember(backend, 'anja'), await startMember(backend, 'bert')]
  let token = anna.session.access_token
  const client = clientOf(backend, () => token)
  const inbox = await follow(client, 'shared', { table: 'note' })
  await backend.run(`insert into public.note values (51, '${anna.id}', 'first')`)
  await inbox.has(1)
  token = ben.session.access_token
  await client.realtime.setAuth()
  // Frames are answered in order: after leaving another topic, the socket has the new token.
  await client.removeChannel(await joined(client.channel('marker')))
  await backend.run(
    `insert into public.note values (52, '${anna.id}', 'not for ben'), (53, '${ben.id}', 'for ben')`,
  )
  expect((await inbox.has(2)).map((change) => change.new.id)).toEqual([51, 53])
  await client.removeAllChannels()
})

test('N07, N08: a commit that the WAL contains before any query sees it is delivered once visible, also to clients that join meanwhile', async () => {
  const anna = await startMember(backend, 'anni')
  const before = await follow(anna.client, 'before', { table: 'note' })
  const show = await commitUnseen(backend.database.adminUrl, [
    `insert into public.note values (55, '${anna.id}', 'in the log')`,
  ])
  const meanwhile = await follow(anna.client, 'meanwhile', { table: 'note' })
  await show()
  await backend.run(`insert into public.note values (56, '${anna.id}', 'later')`)
  for (const inbox of [before, meanwhile])
    expect((await inbox.has(2)).map((change) => change.new.id)).toEqual([55, 56])
  const after = await follow(anna.client, 'after', { table: 'note' })
  await backend.run(`insert into public.note values (57, '${anna.id}', 'last')`)
  expect((await after.has(1)).map((change) => change.new.id)).toEqual([57])
  await anna.leave()
})

test('the secret key receives every row, and deleted rows', async () => {
  const service = clientOf(backend, () => backend.keys.secretKey)
  const inbox = await follow(service, 'service', { table: 'note' })
  await backend.run(`insert into public.note values (61, gen_random_uuid(), 'x')`)
  await backend.run(`delete from public.note where id = 61`)
  const [inserted, deleted] = await inbox.has(2)
  expect(inserted!.new).toMatchObject({ id: 61, secret: 'canary' })
  expect(deleted).toMatchObject({ eventType: 'DELETE', old: { id: 61 } })
  await service.removeAllChannels()
})

test('revoked rights apply from the next change on', async () => {
  const visitor = clientOf(backend)
  const inbox = await follow(visitor, 'revoked', { table: 'news' })
  await backend.run(newsOf([71]))
  await inbox.has(1)
  await backend.run(`revoke select on public.news from anon; grant select (id) on public.news to anon`)
  await backend.run(newsOf([72]))
  expect((await inbox.has(2))[1]!.new).toEqual({ id: 72 })
  await backend.run(`grant select on public.news to anon`)
  await visitor.removeAllChannels()
})

test('a failing policy gives access to no one and blocks no other subscriber', async () => {
  const [anna, visitor] = [await startMember(backend, 'anouk'), clientOf(backend)]
  const [notes, news] = [
    await follow(anna.client, 'failing', { table: 'note' }),
    await follow(visitor, 'going', { table: 'news' }),
  ]
  await backend.run(
    `create policy failing on public.note for select to authenticated using (1 / (id - 81) > 0)`,
  )
  await backend.run(`insert into public.note values (81, gen_random_uuid(), 'x')`)
  await backend.run(newsOf([81]))
  expect((await news.has(1))[0]!.new.id).toBe(81)
  expect(notes.items).toEqual([])
  await backend.run(`drop policy failing on public.note`)
  await Promise.all([anna.leave(), visitor.removeAllChannels()])
})

test('two processes on one database both deliver every change, each with a slot that ends with it', async () => {
  const slots = () =>
    query<{ temporary: boolean }>(
      backend.database.adminUrl,
      'select temporary from pg_replication_slots where database = current_database()',
    )
  const another = await backend.startAnother()
  const clients = [clientOf(backend), clientOf(another)]
  const inboxes = await Promise.all(clients.map((client) => follow(client, 'slots', { table: 'news' })))
  await backend.run(newsOf([91, 92]))
  for (const inbox of inboxes) expect((await inbox.has(2)).map((change) => change.new.id)).toEqual([91, 92])
  expect(await slots()).toEqual([{ temporary: true }, { temporary: true }])
  await another.stop()
  expect(await slots()).toEqual([{ temporary: true }])
  await Promise.all(clients.map((client) => client.removeAllChannels()))
})

function joined(channel: Parameters<typeof subscribed>[0]) {
  return subscribed(channel).then(() => channel)
}

test('backend S3: a pattern that cannot be matched against any row is refused in the request', async () => {
  const socket = new RawSocket(backend.url, `?apikey=${backend.keys.publishableKey}&vsn=2.0.0`)
  await socket.opened
  const joinWith = (filter: string) =>
    socket.join('realtime:patterns', {
      config: {
        postgres_changes: [{ event: '*', schema: 'public', table: 'news', filter }],
        postgres_changes_options: { wait: true },
      },
    })
  const refusal = 'LIKE pattern must not end with escape character'
  for (const filter of ['title=like.\\', 'title=ilike.a\\', 'title=not.like.a\\\\\\'])
    expect(await joinWith(filter), filter).toContain(refusal)
  expect(await joinWith('title=like.a\\\\')).toBeUndefined()
  socket.ws.close()
})

test('backend S3: a filter that fails on a row loses its own changes, and no other subscriber’s', async () => {
  const [row] = await query<{ answer: { roles: { anon: { filters: unknown } } } }>(
    backend.database.adminUrl,
    `select realtime.check_change('[{"role": "anon", "claims": "{}"}]', jsonb_build_object(
       'relation', 'public.news'::regclass::oid::text, 'xid', 1, 'type', 'INSERT', 'old', null, 'missing', '[]'::jsonb,
       'record', jsonb_build_object('id', '1', 'title', 'a'), 'viewers', '[0]'::jsonb, 'isTooLarge', false,
       'filters', jsonb_build_array(
         jsonb_build_object('column', 'title', 'operator', 'like', 'value', E'\\\\', 'isNegated', false),
         jsonb_build_object('column', 'title', 'operator', 'eq', 'value', 'a', 'isNegated', false)))) as answer`,
  )
  expect(row?.answer.roles.anon.filters).toEqual([null, true])
})

test('backend S3: more filters than the argument limit of a function are all answered', async () => {
  const client = clientOf(backend)
  const inboxes = await Promise.all(
    Array.from({ length: 5 }, (_, part) =>
      followAll(
        client,
        `many ${part}`,
        Array.from({ length: 30 }, (__, at) => `likes=gt.${part * 30 + at}`),
      ),
    ),
  )
  await backend.run(`insert into public.news (id, title, likes) values (7001, 'liked', 140)`)
  for (const inbox of inboxes) expect((await inbox.has(1))[0]?.new.id).toBe(7001)
  await client.removeAllChannels()
})
