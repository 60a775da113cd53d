import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { answerLikeAModel } from '#server/adapters/fakes/fake-answers.ts'
import { startFakeProvider, type FakeProvider } from '#server/adapters/fakes/fake-provider.ts'
import { findBrokenRules } from '#server/testing/find-broken-rules.ts'
import { createPictureStore, type PictureStore } from '#server/testing/picture-store.ts'
import { eventsOf, readEvents, textOf, type NumberedEvent } from '#server/testing/read-events.ts'
import { recoverRunsOf } from '#server/testing/held-runs.ts'
import { createTestProduct, type Member, type TestProduct } from '#server/testing/test-product.ts'
import {
  briefOf,
  end,
  eventOf,
  imagesOf,
  lastRow,
  post,
  run,
  stagesDone,
} from '#server/testing/tool-cases.ts'
import { readFeed } from '#shared/sections.ts'
import type { EditEvent } from '#shared/tools.ts'
import { dailyCaps } from '#shared/usage.ts'

let fake: FakeProvider
let test: TestProduct
let store: PictureStore
beforeAll(async () => {
  fake = await startFakeProvider(answerLikeAModel)
  store = createPictureStore(() => test.database)
  test = await createTestProduct({
    env: { ...fake.env('openai'), IMAGE_TIMEOUT_SECONDS: '2' },
    deps: { files: store },
  })
})
beforeEach(() => {
  fake.reply = answerLikeAModel
  fake.pictures.calls.length = 0
  fake.pictures.reply = () => ({})
  store.isDown = false
})
afterAll(async () => {
  await test.close()
  await fake.close()
})

const article = { ...briefOf('article').form, thumbnail: true }
const feed = { ...briefOf('instagram-feed').form, slide_count: 4, image: true }
const picturePattern =
  /^!\[[^\][]+\]\(\/storage\/v1\/object\/public\/image\/[0-9a-f]{32}\/I\d{13}\.jpg#1536x1024\)$/

it('T05, T13, B06, U10: an article with a thumbnail passes the stage images, costs one image and has its picture stored', async () => {
  const member = await test.member({ image: 2 })
  const events = await run(test, member, 'article', article)
  expect(stagesDone(events)).toEqual([
    'request',
    'user',
    'parameters',
    'outline',
    'title',
    'text',
    'images',
    'tags',
    'saving',
    'done',
  ])
  const { picture } = eventOf(events, 'thumbnail')!
  expect(picture).toMatch(picturePattern)
  const row = await lastRow(test, member.id)
  expect(row).toMatchObject({ status: 'done', thumbnail: picture, image: 1, picture_error: null })
  expect(end(events)).toMatchObject({ status: 'done', image: 1 })
  expect(await imagesOf(test, member)).toEqual({
    left: 1,
    lines: [{ amount: -1, idempotency_key: `tool_use:${row.id}:1:image`, tool_use_id: row.id }],
  })
  const { rows } =
    await sql`select owner_id, owner::text from storage.objects where name = ${store.stored.at(-1)}`.execute(
      test.database,
    )
  expect(rows).toEqual([{ owner_id: member.id, owner: member.id }])
})

it('the scene comes from the text, by a call that costs tokens like the others, and without words, persons or brands', async () => {
  const member = await test.member({ image: 1 })
  await run(test, member, 'article', article)
  const [call] = fake.pictures.calls
  expect(call!.prompt).toContain('An empty reading room in the morning, window 1.')
  expect(call!.prompt).toMatch(/no letters, numbers/)
  expect(call!.prompt).toMatch(/real or well-known person/)
  const asked = fake.calls.findLast(({ part }) => part === 'pictures')!
  expect(JSON.stringify(asked.body)).toContain('No person who lives or lived')
  expect(JSON.stringify(asked.body)).toContain('passage 1')
  const { token_input: input, token_output: output, token } = await lastRow(test, member.id)
  expect(token).toBe(input + output)
})

it('T14: without the flag there is no stage, no picture and no image is charged', async () => {
  const member = await test.member({ image: 1 })
  const events = await run(test, member, 'article', { ...article, thumbnail: false })
  expect(stagesDone(events)).not.toContain('images')
  expect(fake.pictures.calls).toEqual([])
  expect(await imagesOf(test, member)).toEqual({ left: 1, lines: null })
})

it.each([
  ['article', article, 1],
  ['instagram-feed', feed, 4],
] as const)(
  'T18: without enough images a %s is refused with the missing number, and nothing starts',
  async (tool, form, needed) => {
    const member = await test.member({ image: needed - 1 })
    const refused = await post(test, member, tool, form)
    expect(refused.status).toBe(402)
    expect(await refused.json()).toMatchObject({
      code: 'no_image_credits',
      detail: { needed, available: needed - 1 },
    })
    expect(
      await test.database.selectFrom('tool_use').select('id').where('user_id', '=', member.id).execute(),
    ).toEqual([])
  },
)

it('T19: on Pro pictures cost no image, and the daily limit still applies', async () => {
  const member = await test.member()
  await test.database.updateTable('user_usage').set({ plan: 'pro' }).where('id', '=', member.id).execute()
  const events = await run(test, member, 'article', article)
  expect(eventOf(events, 'thumbnail')).toBeDefined()
  expect(end(events)).toMatchObject({ status: 'done', image: 0 })
  expect(await imagesOf(test, member)).toEqual({ left: 0, lines: null })
  await sql`update private.daily_use set images = ${dailyCaps.member.images} where key = ${`member:${member.id}`}`.execute(
    test.database,
  )
  const refused = await post(test, member, 'article', article)
  expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'daily_limit' }])
  // A run without a picture continues.
  expect((await run(test, member, 'email', briefOf('email').form)).at(-1)!.event).toMatchObject({
    status: 'done',
  })
})

it.each([
  ['refused', { isRefused: true }, 'model_refused'],
  ['busy for long', { status: 429, headers: { 'retry-after': '60' } }, 'model_unavailable'],
  ['broken', { status: 500 }, 'model_unavailable'],
  ['cut', { isCut: true }, 'model_unavailable'],
  ['no picture', { data: new Uint8Array([1, 2, 3]) }, 'model_unavailable'],
  ['too slow', { pace: () => new Promise<void>(() => {}) }, 'model_timeout'],
] as const)(
  'I1: a picture that is %s costs no image, and the text is complete and reports it',
  async (_what, reply, code) => {
    const member = await test.member({ image: 1 })
    fake.pictures.reply = () => reply
    const events = await run(test, member, 'article', article)
    expect(eventOf(events, 'picture_failed')).toMatchObject({ code, message: expect.stringMatching(/\w/) })
    expect(end(events)).toMatchObject({ status: 'done', image: 0 })
    const row = await lastRow(test, member.id)
    expect(row).toMatchObject({ status: 'done', thumbnail: null, picture_error: code })
    expect(row.tags.length).toBeGreaterThan(0)
    expect(await imagesOf(test, member)).toEqual({ left: 1, lines: null })
  },
)

it('I1: a picture that could not be stored costs nothing, and one retry covers a busy moment', async () => {
  const member = await test.member({ image: 1 })
  store.isDown = true
  expect(eventOf(await run(test, member, 'article', article), 'picture_failed')).toMatchObject({
    code: 'unavailable',
  })
  store.isDown = false
  let isFirst = true
  fake.pictures.reply = () => {
    const reply = isFirst ? { status: 429, headers: { 'retry-after': '0' } } : {}
    isFirst = false
    return reply
  }
  expect(end(await run(test, member, 'article', article))).toMatchObject({ status: 'done', image: 1 })
  expect(await imagesOf(test, member)).toMatchObject({ left: 0 })
})

it('I1: a run that fails after its picture charges neither tokens nor images, and a continuation does not make the picture again', async () => {
  const member = await test.member({ image: 1 })
  const never = new Promise<void>(() => undefined)
  const asked = Promise.withResolvers<void>()
  fake.reply = (call) => {
    if (call.part !== 'tags') return answerLikeAModel(call)
    asked.resolve()
    return { ...answerLikeAModel(call), pace: () => never }
  }
  const response = await post(test, member, 'article', article)
  await asked.promise
  // Recovery orphans it with its stored output: the lease expired while the process was blocked.
  const storesPicture = async () => {
    const { rows } = await sql`select from private.run_event e join private.run r on r.id = e.run_id
      where r.member_id = ${member.id} and e.events like '%"thumbnail"%'`.execute(test.database)
    return rows.length > 0
  }
  while (!(await storesPicture())) await new Promise((resolve) => setTimeout(resolve, 20))
  await recoverRunsOf(test.database, member.id)
  const failed = await readEvents(response)
  expect(end(failed)).toMatchObject({ status: 'failed', token: 0, image: 0 })
  const { thumbnail, id } = await lastRow(test, member.id)
  expect(thumbnail).toMatch(picturePattern)
  fake.reply = answerLikeAModel
  const events = await run(test, member, `run/${id}/again`, { mode: 'continue' })
  expect(end(events)).toMatchObject({ status: 'done', image: 0 })
  expect(eventOf(events, 'thumbnail')).toEqual({ type: 'thumbnail', picture: thumbnail })
  expect(fake.pictures.calls).toHaveLength(1)
})

it('a run that is stopped while its picture is made pays for none and has its text stored', async () => {
  const member = await test.member({ image: 1 })
  const gate = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  fake.pictures.reply = () => {
    asked.resolve()
    return { pace: () => gate.promise }
  }
  const response = await post(test, member, 'article', article)
  await asked.promise
  const { id } = await lastRow(test, member.id)
  await post(test, member, 'stop', { id })
  const events = await readEvents(response)
  gate.resolve()
  expect(end(events)).toMatchObject({ status: 'stopped', image: 0 })
  expect(await lastRow(test, member.id)).toMatchObject({
    status: 'stopped',
    thumbnail: null,
    content: textOf(events),
  })
  expect(await imagesOf(test, member)).toEqual({ left: 1, lines: null })
})

it('a rewrite keeps the existing picture and pays for none; without one it makes the form’s pictures', async () => {
  const member = await test.member({ image: 3 })
  await run(test, member, 'article', article)
  const { id, thumbnail } = await lastRow(test, member.id)
  const anew = await run(test, member, `run/${id}/again`, { mode: 'regenerate' })
  expect(eventOf(anew, 'thumbnail')).toEqual({ type: 'thumbnail', picture: thumbnail })
  expect(await lastRow(test, member.id)).toMatchObject({ thumbnail, image: 1 })
  await sql`update tool_use set thumbnail = null where id = ${id}`.execute(test.database)
  await run(test, member, `run/${id}/again`, { mode: 'regenerate', pictures: false })
  expect(await lastRow(test, member.id)).toMatchObject({ thumbnail: null, image: 1 })
  const made = await run(test, member, `run/${id}/again`, { mode: 'regenerate', pictures: true })
  expect(end(made)).toMatchObject({ status: 'done', image: 1 })
  expect(await lastRow(test, member.id)).toMatchObject({
    thumbnail: expect.stringMatching(picturePattern),
    image: 2,
  })
})

it('a new picture costs an image, and a failure changes nothing', async () => {
  const member = await test.member({ image: 2 })
  await run(test, member, 'article', { ...article, thumbnail: false })
  const { id, content } = await lastRow(test, member.id)
  const made = await run(test, member, `run/${id}/picture`, {})
  expect(stagesDone(made)).toEqual(['request', 'user', 'parameters', 'images', 'saving', 'done'])
  expect(end(made)).toMatchObject({ status: 'done', image: 1 })
  const first = await lastRow(test, member.id)
  expect(first).toMatchObject({ status: 'done', content, thumbnail: eventOf(made, 'thumbnail')!.picture })
  fake.pictures.reply = () => ({ isRefused: true })
  const failed = await run(test, member, `run/${id}/picture`, {})
  expect(eventOf(failed, 'error')).toMatchObject({ code: 'model_refused', stage: 'images' })
  expect(end(failed)).toMatchObject({ status: 'failed', token: 0, image: 0 })
  expect(await lastRow(test, member.id)).toMatchObject({
    status: 'done',
    content,
    thumbnail: first.thumbnail,
  })
  expect(await imagesOf(test, member)).toMatchObject({ left: 1 })
  const others = await post(test, await test.member({ image: 1 }), `run/${id}/picture`, {})
  expect([others.status, await others.json()]).toMatchObject([404, { code: 'not_found' }])
  const wrong = await post(test, member, `run/${id}/picture`, { slide: { number: 0, heading: 'x' } })
  expect([wrong.status, await wrong.json()]).toMatchObject([400, { field: 'slide' }])
})

it('T10: a feed has a square picture for each slide, in its section; a failed one is not charged and can be made later', async () => {
  const member = await test.member({ image: 6 })
  let count = 0
  fake.pictures.reply = () => (++count === 2 ? { status: 500 } : {})
  const events = await run(test, member, 'instagram-feed', feed)
  expect(end(events)).toMatchObject({ status: 'done', image: 3 })
  expect(eventOf(events, 'picture_failed')).toMatchObject({ code: 'model_unavailable' })
  const row = await lastRow(test, member.id)
  expect(row).toMatchObject({ image: 3, content: textOf(events) })
  const { slides, caption } = readFeed(row.content)
  expect(caption).not.toBe('')
  expect(
    slides
      .map(({ picture }) => picture?.match(/#(\d+x\d+)/)?.[1])
      .toSorted((a = '', b = '') => a.localeCompare(b)),
  ).toEqual(['1024x1024', '1024x1024', '1024x1024', undefined])
  expect(slides.every(({ text }) => text !== '' && !text.includes('/storage/'))).toBe(true)
  const missing = slides.findIndex(({ picture }) => picture === null)
  const { heading } = slides[missing]!
  const stale = await post(test, member, `run/${row.id}/picture`, {
    slide: { number: missing, heading: 'another' },
  })
  expect([stale.status, await stale.json()]).toMatchObject([409, { code: 'edit_conflict' }])
  await run(test, member, `run/${row.id}/picture`, { slide: { number: missing, heading } })
  const after = readFeed((await lastRow(test, member.id)).content)
  expect(after.slides.every(({ picture }) => picture !== null)).toBe(true)
  expect(after.slides.map(({ text }) => text)).toEqual(slides.map(({ text }) => text))
  expect(after.caption).toBe(caption)
  expect(await imagesOf(test, member)).toMatchObject({ left: 2 })
})

it('I1: a feed that is cancelled between its pictures pays for those that it has, and a continuation makes the others', async () => {
  const member = await test.member({ image: 4 })
  const gate = Promise.withResolvers<void>()
  let count = 0
  fake.pictures.reply = () => (++count <= 2 ? {} : { pace: () => gate.promise })
  const response = await post(test, member, 'instagram-feed', feed)
  const events: NumberedEvent[] = []
  for await (const event of eventsOf(response)) {
    events.push(event)
    const hasPicture = ({ event: { type, ...change } }: NumberedEvent) =>
      type === 'splice' && JSON.stringify(change).includes('![')
    if (hasPicture(event) && events.filter(hasPicture).length === 2)
      await post(test, member, 'stop', { id: (await lastRow(test, member.id)).id })
  }
  gate.resolve()
  expect(end(events)).toMatchObject({ status: 'stopped', image: 2 })
  const { id, content } = await lastRow(test, member.id)
  expect(content).toBe(textOf(events))
  expect(readFeed(content).slides.filter(({ picture }) => picture !== null)).toHaveLength(2)
  expect(await imagesOf(test, member)).toMatchObject({ left: 2 })
  fake.pictures.reply = () => ({})
  const rest = await run(test, member, `run/${id}/again`, { mode: 'continue' })
  expect(end(rest)).toMatchObject({ status: 'done', image: 2 })
  expect(readFeed(textOf(rest)).slides.every(({ picture }) => picture !== null)).toBe(true)
  expect(await imagesOf(test, member)).toMatchObject({ left: 0 })
})

it('a rewritten slide keeps its picture', async () => {
  const member = await test.member({ image: 4 })
  await run(test, member, 'instagram-feed', feed)
  const { id, content } = await lastRow(test, member.id)
  const [first] = readFeed(content).slides
  const section = { number: 0, heading: first!.heading }
  const response = await post(test, member, 'edit', { id, feature: 'section', section })
  const offered = (await readEvents<EditEvent>(response)).find(({ event }) => event.type === 'text')!.event
  expect(offered.type === 'text' && offered.delta.split('\n\n', 1)).toEqual([first!.picture])
})

const command = async (member: Member, body: object) => {
  await run(test, member, 'email', briefOf('email').form)
  const { id } = await lastRow(test, member.id)
  return post(test, member, 'edit', { id, feature: 'image', ...body })
}

it('T02, T12: the editor’s command makes the described picture, for an image and no tokens', async () => {
  const member = await test.member({ image: 1 })
  const events = await readEvents<EditEvent>(
    await command(member, { instruction: '창가의 빈 의자 [하나]', shape: 'tall' }),
  )
  const made = events.map(({ event }) => event).find((event) => event.type === 'picture')
  expect(made).toMatchObject({ picture: expect.stringMatching(/^!\[창가의 빈 의자 하나\]\(.*#1024x1536\)$/) })
  expect(events.at(-1)!.event).toMatchObject({ type: 'done', status: 'done', token: 0, image: 1 })
  expect(fake.pictures.calls[0]!.prompt).toContain('창가의 빈 의자 [하나]')
  const { rows } = await sql<{
    id: number
  }>`select id, status, result, image from tool_edit where user_id = ${member.id}`.execute(test.database)
  expect(rows).toMatchObject([
    { status: 'done', result: made!.type === 'picture' && made!.picture, image: 1 },
  ])
  expect((await imagesOf(test, member)).lines).toMatchObject([
    { idempotency_key: `tool_edit:${rows[0]!.id}:1:image` },
  ])
  const again = await test.product.app.request(`/v1/ai/tool/edit/${rows[0]!.id}/events?uuid=${member.id}`, {
    headers: { authorization: `Bearer ${member.token}` },
  })
  expect((await readEvents<EditEvent>(again)).map(({ event }) => event)).toContainEqual(made)
})

it('T12, T18: a description is required, and so is an image', async () => {
  const member = await test.member({ image: 1 })
  const empty = await command(member, { instruction: '  ' })
  expect([empty.status, await empty.json()]).toMatchObject([
    400,
    { field: 'instruction', detail: { rule: 'required' } },
  ])
  const long = await command(member, { instruction: '가'.repeat(501) })
  expect([long.status, await long.json()]).toMatchObject([
    400,
    { field: 'instruction', detail: { rule: 'too_long', count: 500 } },
  ])
  const poor = await test.member()
  const refused = await command(poor, { instruction: 'x' })
  expect([refused.status, await refused.json()]).toMatchObject([
    402,
    { code: 'no_image_credits', detail: { needed: 1, available: 0 } },
  ])
})

it('a command that the provider refuses, or that is cancelled, costs nothing', async () => {
  const member = await test.member({ image: 1 })
  fake.pictures.reply = () => ({ isRefused: true })
  const refused = await readEvents<EditEvent>(await command(member, { instruction: 'x' }))
  expect(refused.at(-1)!.event).toMatchObject({ status: 'failed', image: 0 })
  const gate = Promise.withResolvers<void>()
  fake.pictures.reply = () => ({ pace: () => gate.promise })
  const response = await command(member, { instruction: 'x' })
  const events = eventsOf<EditEvent>(response)
  const first = (await events.next()).value as NumberedEvent<EditEvent>
  await post(test, member, 'edit/stop', { id: first.event.type === 'started' ? first.event.edit_id : 0 })
  gate.resolve()
  const rest: EditEvent[] = []
  for await (const { event } of events) rest.push(event)
  expect(rest.at(-1)).toMatchObject({ status: 'stopped', image: 0 })
  expect(await imagesOf(test, member)).toEqual({ left: 1, lines: null })
})

it('I1: after all of this every balance is the sum of its history, and no text cost other images', async () => {
  expect((await findBrokenRules(test.database)).filter((rule) => rule.startsWith('I1'))).toEqual([])
})
