// Random sequences of runs: started, followed, dropped, cancelled, killed and restarted, on three processes that start
// and end.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerLikeAModel } from '#server/adapters/fakes/fake-answers.ts'
import { startFakeProvider, type FakeProvider } from '#server/adapters/fakes/fake-provider.ts'
import type { Product } from '#server/main.ts'
import { connectDatabase, type Database } from '#server/adapters/database.ts'
import { createWebSearch } from '#server/adapters/web-search.ts'
import { findBrokenRules } from '#server/testing/find-broken-rules.ts'
import { createPictureStore } from '#server/testing/picture-store.ts'
import { eventsOf, textOf, type NumberedEvent } from '#server/testing/read-events.ts'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { toolSchemas } from '#shared/tools-form.ts'

let fake: FakeProvider
let test: TestProduct
type Member = { id: string; token: string }
const voice = { tone: 'informal', language: 'Korean' }
/** With calls of every kind: research, pictures, revision, second drafts, choice, passages, titles, tags. */
const forms = {
  article: toolSchemas.article.parse({ topic: '도서관', ...voice, thumbnail: true, research: true }),
  email: toolSchemas.email.parse({ topic: '강당', strong_points: '조용해요', ...voice }),
  'cover-letter': toolSchemas['cover-letter'].parse({
    introduce: '사서',
    career: '3년',
    duty: '사서',
    questions: [{ question: '지원 동기', limit: 200, unit: 'characters' }],
    ...voice,
  }),
}
const tools = ['article', 'email', 'cover-letter'] as const

beforeAll(async () => {
  fake = await startFakeProvider()
  test = await createTestProduct({
    env: { RUN_LEASE_SECONDS: '1', ...fake.env('openai') },
    deps: {
      files: createPictureStore(() => test.database),
      search: createWebSearch({ kind: 'sample' }, () => Promise.resolve()),
    },
  })
})
afterAll(async () => {
  await test.close()
  await fake.close()
})

/** A small seeded generator, so that a sequence can be repeated. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Living = { product: Product; database: Database }
async function live(): Promise<Living> {
  const database = connectDatabase(test.config.databaseUrl, { connectionsMax: 4 })
  return { database, product: await test.another({ database }) }
}
const send = ({ product }: Living, member: Member, path: string, body?: object, headers = {}) =>
  product.app.request(path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify({ ...body, uuid: member.id }) } : {}),
  })

/** A reader like the browser: it stores the received events, and reconnects where it was cut. */
class Reader {
  events: NumberedEvent[] = []
  reading: Promise<void> = Promise.resolve()
  at: Living | null = null
  #cut = Promise.withResolvers<null>()

  read(at: Living, response: Response): void {
    this.at = at
    this.#cut = Promise.withResolvers()
    const cut = this.#cut.promise
    this.reading = (async () => {
      const events = eventsOf(response)
      for (;;) {
        const next = await Promise.race([events.next(), cut])
        if (next === null || next.done) return
        this.events.push(next.value)
      }
    })()
  }
  drop(): void {
    this.#cut.resolve(null)
  }
  get lastId(): number {
    return this.events.at(-1)?.id ?? 0
  }
  /** The events on the screen: all since the last `started`. */
  get #shown(): NumberedEvent[] {
    return this.events.slice(this.events.findLastIndex(({ event }) => event.type === 'started'))
  }
  get text(): string {
    return textOf(this.#shown)
  }
  get thumbnail(): string | null {
    const event = this.#shown.map((entry) => entry.event).findLast(({ type }) => type === 'thumbnail')
    return event?.type === 'thumbnail' ? event.picture : null
  }
}

it.each([100, 107, 119])(
  'I1, I4, I5, I6: through all events of a run, readers receive its text and picture without gaps or repeats and every balance is the sum of its history (seed %i)',
  async (seed) => {
    const next = random(seed)
    const member = await test.member({ image: 50 })
    let gate = Promise.withResolvers<void>()
    fake.reply = (call) => {
      let sent = 0
      // Any call may stay open, in its middle or at its beginning; a text for certain.
      const pause = call.part === 'text' ? next(40) : next(3) * 2
      return {
        ...answerLikeAModel(call),
        pace: () => (sent++ === pause ? gate.promise : Promise.resolve()),
      }
    }
    fake.pictures.reply = () => [{}, { isRefused: true }, { pace: () => gate.promise }][next(3)]!
    const places = [await live(), await live(), await live()]
    const readers = new Map<number, Reader[]>()
    const place = () => places[next(places.length)]!
    const runIds = async () => {
      const { rows } = await sql<{
        id: number
      }>`select id from tool_use where user_id = ${member.id}::uuid`.execute(test.database)
      return rows.map(({ id }) => id)
    }
    const follow = async (at: Living, runId: number, reader: Reader) =>
      reader.read(
        at,
        await send(at, member, `/v1/ai/tool/run/${runId}/events?uuid=${member.id}`, undefined, {
          'last-event-id': String(reader.lastId),
        }),
      )

    const actions: (() => Promise<unknown>)[] = [
      async function start() {
        const [at, tool] = [place(), tools[next(tools.length)]!]
        const response = await send(at, member, `/v1/ai/tool/${tool}`, forms[tool])
        expect([200, 409]).toContain(response.status)
        if (response.status !== 200) return
        const reader = new Reader()
        reader.read(at, response)
        const newest = Math.max(...(await runIds()))
        readers.set(newest, [reader])
      },
      async function again() {
        const [id] = await runIds()
        if (id === undefined) return
        const mode = next(2) === 0 ? 'continue' : 'regenerate'
        const response = await send(place(), member, `/v1/ai/tool/run/${id}/again`, { mode })
        expect([200, 409]).toContain(response.status)
        await response.body?.cancel()
      },
      async function join() {
        const id = (await runIds()).at(-1)
        if (id === undefined) return
        const reader = new Reader()
        readers.set(id, [...(readers.get(id) ?? []), reader])
        await follow(place(), id, reader)
      },
      async function drop() {
        for (const reader of readers.get((await runIds()).at(-1) ?? 0) ?? []) reader.drop()
      },
      async function stop() {
        const id = (await runIds()).at(-1)
        if (id !== undefined) await (await send(place(), member, '/v1/ai/tool/stop', { id })).text()
      },
      async function kill() {
        const index = next(places.length)
        for (const reader of [...readers.values()].flat()) if (reader.at === places[index]) reader.drop()
        await places[index]!.database.destroy()
        places[index] = await live()
      },
      async function goOn() {
        gate.resolve()
        gate = Promise.withResolvers()
      },
    ]
    const taken: string[] = []
    for (let step = 0; step < 14; step++) {
      const action = actions[step === 0 ? 0 : next(actions.length)]!
      taken.push(action.name)
      await action()
    }

    // The model writes to its end, and leases of killed processes expire.
    const holds = () =>
      test.database.selectFrom('private.run').select('id').where('ended_at', 'is', null).execute()
    while ((await holds()).length > 0) {
      gate.resolve()
      gate = Promise.withResolvers()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(await findBrokenRules(test.database), taken.join(' ')).toEqual([])
    for (const [id, known] of readers) {
      const [fresh, at] = [new Reader(), places[0]!]
      await follow(at, id, fresh)
      await fresh.reading
      for (const reader of known) {
        reader.drop()
        await reader.reading
        // Reconnects until the end arrives.
        if (reader.events.at(-1)?.event.type !== 'done' || reader.lastId < fresh.lastId) {
          await follow(at, id, reader)
          await reader.reading
        }
        expect(reader.text, taken.join(' ')).toBe(fresh.text)
        // In a snapshot only the last event has an id.
        const ids = reader.events
          .map((event) => event.id)
          .filter((id, index, all) => id > 0 && id !== all[index - 1])
        expect(ids, taken.join(' ')).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
      }
      const row = await test.database
        .selectFrom('tool_use')
        .select(['content', 'thumbnail', 'status', 'attempt'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      // The output of a failed second attempt is a version; its row has the earlier text.
      const isOnRow = row.status !== 'failed' || row.attempt === 1
      expect(isOnRow ? fresh.text : row.content, taken.join(' ')).toBe(row.content)
      expect(isOnRow ? fresh.thumbnail : row.thumbnail, taken.join(' ')).toBe(row.thumbnail)
    }
  },
)
