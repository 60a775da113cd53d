// Realtime changes for members, from the product's tables to the official client.
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, createTestDatabase, type TestDatabase } from '#scripts/testing/database.ts'
import { signMemberToken } from '#scripts/testing/member-token.ts'
import { startBackend, type StartedBackend } from '#scripts/testing/started-backend.ts'

let database: TestDatabase
let backend: StartedBackend
let owner: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  backend = await startBackend(database, {
    realtime: { replicationUrl: database.replicationUrl, publicChannels: 'changes-only' },
  })
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await backend.close()
  await database.close()
})

/** A member's client: supabase-js in its state after a sign-in. */
async function signInMember(): Promise<{ id: string; client: SupabaseClient }> {
  const member = await createMember(database.adminUrl)
  const token = await signMemberToken(backend.keys, backend.url, member)
  return {
    id: member.id,
    client: createClient(backend.url, backend.keys.publishableKey, { accessToken: async () => token }),
  }
}

type Row = Record<string, unknown>

/** Rows as they arrive, and a promise of the next. Set the token first: a join in the meantime would be a visitor's. */
async function follow(
  client: SupabaseClient,
  name: string,
  filter: { event: 'INSERT' | 'UPDATE'; table: string; filter?: string },
) {
  await client.realtime.setAuth()
  const rows: Row[] = []
  let wake = () => {}
  const statuses: string[] = []
  await new Promise<void>((resolve, reject) => {
    client
      .channel(name)
      .on('postgres_changes' as 'system', { ...filter, schema: 'public' }, (change: { new: Row }) => {
        rows.push(change.new)
        wake()
      })
      .subscribe((status, error) => {
        statuses.push(status)
        if (status === 'SUBSCRIBED') resolve()
        else reject(error ?? new Error(status))
        wake()
      })
  })
  const until = async (isThere: () => boolean) => {
    while (!isThere()) await new Promise<void>((resolve) => (wake = resolve))
  }
  return { rows, statuses, until, count: (count: number) => until(() => rows.length >= count) }
}

it('N07, N08: a member receives the whole new balance over user-usage-channel-{id}, and no other member does', async () => {
  const [anna, ben] = [await signInMember(), await signInMember()]
  const name = `user-usage-channel-${anna.id}`
  const mine = { event: 'UPDATE' as const, table: 'user_usage', filter: `id=eq.${anna.id}` }
  const [annas, spy, bens] = [
    await follow(anna.client, name, mine),
    await follow(ben.client, name, mine),
    await follow(ben.client, `user-usage-channel-${ben.id}`, { event: 'UPDATE', table: 'user_usage' }),
  ]
  await owner.query(
    `insert into public.token_history (user_id, spender_id, kind, amount, balance_after, idempotency_key)
     values ($1, $1, 'use', -1000, 0, 'test:1'), ($2, $2, 'use', -2000, 0, 'test:2')`,
    [anna.id, ben.id],
  )
  // The event of the member's first tokens may still be in transit.
  const latest = ({ rows }: typeof annas) => rows.at(-1)?.token
  await Promise.all([annas.until(() => latest(annas) === 99_000), bens.until(() => latest(bens) === 98_000)])
  const { data } = await anna.client.from('user_usage').select(Object.keys(annas.rows[0]!).join()).single()
  expect(annas.rows.at(-1)).toEqual(data)
  expect(new Set(bens.rows.map(({ id }) => id))).toEqual(new Set([ben.id]))
  expect(spy.rows).toEqual([])
  await Promise.all([anna, ben].map(({ client }) => client.removeAllChannels()))
})

it('N05, N08: a new alarm arrives at its member alone', async () => {
  const [anna, ben] = [await signInMember(), await signInMember()]
  const insertOf = (id: string) => ({
    event: 'INSERT' as const,
    table: 'user_alarm',
    filter: `user_id=eq.${id}`,
  })
  const [annas, spy] = [
    await follow(anna.client, 'alarms', insertOf(anna.id)),
    await follow(ben.client, 'alarms', insertOf(anna.id)),
  ]
  const bens = await follow(ben.client, 'own alarms', { event: 'INSERT', table: 'user_alarm' })
  await owner.query(
    `insert into public.user_alarm (user_id, kind, source_id, data) values ($1, 'tool_execute', '1', '{"제목": [1]}'), ($2, 'notice', '2', '{}')`,
    [anna.id, ben.id],
  )
  await Promise.all([annas.count(1), bens.count(1)])
  expect(annas.rows).toMatchObject([
    { user_id: anna.id, kind: 'tool_execute', data: { 제목: [1] }, is_read: false },
  ])
  expect(bens.rows.map(({ source_id }) => source_id)).toEqual(['2'])
  expect(spy.rows).toEqual([])
  await Promise.all([anna, ben].map(({ client }) => client.removeAllChannels()))
})

it('security 32: a blocked member receives nothing more, and the socket closes immediately', async () => {
  const [anna, ben] = [await signInMember(), await signInMember()]
  const all = { event: 'INSERT' as const, table: 'user_alarm' }
  const [annas, bens] = [await follow(anna.client, 'alarms', all), await follow(ben.client, 'alarms', all)]
  const tell = (source: string) =>
    owner.query(
      `insert into public.user_alarm (user_id, kind, source_id) select id, 'notice', $3 from unnest(array[$1, $2]::uuid[]) id`,
      [anna.id, ben.id, source],
    )
  await owner.query(`update public."user" set is_block = true where id = $1`, [anna.id])
  await annas.until(() => annas.statuses.includes('CHANNEL_ERROR'))
  await tell('after the block')
  await bens.count(1)
  expect(annas.rows).toEqual([])
  await Promise.all([anna, ben].map(({ client }) => client.removeAllChannels()))
})

it('A35, security 49: a deleted account ends every session, and the socket closes immediately', async () => {
  const [anna, ben] = [await signInMember(), await signInMember()]
  const all = { event: 'INSERT' as const, table: 'user_alarm' }
  const [annas, bens] = [await follow(anna.client, 'alarms', all), await follow(ben.client, 'alarms', all)]
  const { rows } = await owner.query('select id from auth.sessions where user_id = $1', [anna.id])
  await owner.query(
    `insert into private.deletion_token (user_id, session_id, token_hash, expires_at) values ($1, $2, 'hash', now() + interval '1 minute')`,
    [anna.id, rows[0].id],
  )
  await owner.query(`select private.delete_account($1, $2, 'hash', '{}', now())`, [anna.id, rows[0].id])
  await annas.until(() => annas.statuses.includes('CHANNEL_ERROR'))
  await owner.query(
    `insert into public.user_alarm (user_id, kind, source_id) select id, 'notice', 'after' from unnest(array[$1, $2]::uuid[]) id`,
    [anna.id, ben.id],
  )
  await bens.count(1)
  expect(annas.rows).toEqual([])
  // Refused or, for half a minute, without any rows.
  expect((await anna.client.from('token_history').select('id')).data ?? []).toEqual([])
  await Promise.all([anna, ben].map(({ client }) => client.removeAllChannels()))
})
