// Every rule is shown to bite: damage that the product cannot do is planted with the rights of a superuser, whom no trigger stops.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findBrokenRules, requireSound } from '#server/fsck.ts'
import { connectDatabase, type Database, type Querier } from '#server/adapters/database.ts'
import { findLostFiles } from './lost-files.ts'
import { createMember, createTestDatabase, type TestDatabase } from './testing/database.ts'

let database: TestDatabase
/** With the rights of a superuser, whom no trigger stops. */
let admin: Database
let member: string
beforeAll(async () => {
  database = await createTestDatabase({ planted: /^I4: tool_use 1 is running without a run$/ })
  admin = connectDatabase(database.adminUrl, { connectionsMax: 1 })
  member = (await createMember(database.adminUrl, { image: 3 })).id
})
afterAll(async () => {
  await admin.destroy()
  await database.close()
})

const execute = (on: Querier, statement: string) =>
  on.executeQuery(CompiledQuery.raw(statement.replaceAll(`'M'`, `'${member}'`)))

class TakenBack extends Error {}

/**
 * Plants damage and reverts it.
 * @param planted statements in which the member is called `M`
 * @returns the findings, with that name, and `T` for a time
 */
async function findPlanted(planted: string[], find = findBrokenRules): Promise<string[]> {
  let found: string[] = []
  const work = admin.transaction().execute(async (trx) => {
    await execute(trx, 'set local session_replication_role = replica')
    for (const statement of planted) await execute(trx, statement)
    found = await find(trx)
    throw new TakenBack()
  })
  await expect(work).rejects.toThrow(TakenBack)
  return found.map((line) =>
    line.replaceAll(member, 'M').replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[.\d]*\+00/g, 'T'),
  )
}

const history = (table: 'token' | 'image', amount: number, kind: string, idempotencyKey: string) =>
  `insert into public.${table}_history (user_id, spender_id, kind, amount, balance_after, idempotency_key) values ('M', 'M', '${kind}', ${amount}, 0, '${idempotencyKey}')`
const order = (status: string, type = 'pack') =>
  `insert into public.payment_order (id, code, user_id, type, amount, token, image, status, created_at) overriding system value
   values (1, 'order-1', 'M', '${type}', 9900, 500, 2, '${status}', now() - interval '2 days')`
const charge = (status: string, amount = 9900) =>
  `insert into private.payment (order_id, try_number, code, status, amount, created_at) values (1, 1, 'order-1-1', '${status}', ${amount}, now() - interval '2 days')`
const hold = (idempotencyKey: string, token = 1, lease = '1 minute') =>
  `insert into private.run (kind, subject_id, member_id, payer_id, held_token, held_image, lease_until)
   select split_part('${idempotencyKey}', ':', 1), split_part('${idempotencyKey}', ':', 2)::bigint, 'M', 'M', ${token}, 0, now() + interval '${lease}'`
const text = (status: string, request = '{}') =>
  `insert into public.tool_use (id, user_id, tool, status, request, language, model) overriding system value
   values (1, 'M', 'article', '${status}', '${request}', 'Korean', 'demo')`
const prompt = `insert into public.prompt (id, title, description, prompt, language, is_show, user_id, prompt_model_id, prompt_category_sub_id) overriding system value
  values (1, 'a', 'a', 'a', 'ko', true, 'M', 1, 1)`
const object = (bucket: string, owner: string) =>
  `insert into storage.objects (bucket_id, name, owner_id, created_at) values ('${bucket}', 'a/b', '${owner}', now() - interval '2 days')`
const given = [
  history('token', 500, 'payment', 'order:1'),
  history('image', 2, 'payment', 'order:1'),
  `update public.user_usage set token = 100500, image = 5 where id = 'M'`,
]

/** The planted damage, and the exact findings. */
const cases: [name: string, planted: string[], found: string[]][] = [
  [
    'a balance that is not the sum of its history',
    [`update public.user_usage set token = token + 7, payment_token = 5 where id = 'M'`],
    ['I1: tokens of M are 100007 and 5 paid, their history says 100000 and 0'],
  ],
  [
    'image credits that are not the sum of their history',
    [`update public.user_usage set image = 9, payment_image = 1 where id = 'M'`],
    ['I1: images of M are 9 and 1 paid, their history says 3 and 0'],
  ],
  [
    'a balance below zero, once nothing holds it',
    [
      'alter table public.user_usage drop constraint user_usage_not_negative',
      `update public.user_usage set token = -5 where id = 'M'`,
      `update public.token_history set amount = -5, kind = 'use' where user_id = 'M'`,
    ],
    [
      'I1: constraint user_usage_not_negative of public.user_usage is missing or not valid',
      'I1: tokens of M are -5 and 0 paid, their history says -5 and 0',
    ],
  ],
  [
    'an index that keeps charges apart is gone',
    ['drop index public.payment_order_one_open'],
    ['I9: index public.payment_order_one_open is missing or not valid'],
  ],
  [
    'a trigger that is switched off',
    ['alter table public.token_history disable trigger token_history_guard'],
    ['I1: trigger token_history_guard of token_history is switched off'],
  ],
  [
    'a failed run that was charged',
    [
      text('failed'),
      `insert into public.token_history (user_id, spender_id, kind, amount, balance_after, idempotency_key, tool_use_id) values ('M', 'M', 'use', -9, 0, 'tool_use:1:1:token', 1)`,
      `update public.user_usage set token = 99991 where id = 'M'`,
    ],
    ['I1: failed run 1 was charged 9 by tool_use:1:1:token'],
  ],
  [
    'runs that hold more than there is',
    [text('running'), hold('tool_use:1:1', 100_001)],
    ['I1: runs of M hold 100001 tokens and 0 images, the balance is 100000 and 3'],
  ],
  [
    'a paid order without a charge',
    [order('PAID'), ...given],
    ['I2: order 1 is PAID and has 0 charges of 9900 won'],
  ],
  [
    'a charge of another amount',
    [order('PAID'), charge('DONE', 990), ...given],
    ['I2: order 1 is PAID and has 0 charges of 9900 won'],
  ],
  [
    'a charge whose order failed',
    [order('FAILED'), charge('DONE')],
    ['I2: charge order-1-1 is DONE, its order 1 is FAILED'],
  ],
  [
    'a paid order that gave nothing',
    [order('PAID'), charge('DONE')],
    ['I3: order 1 is PAID and gave 0 tokens and 0 images instead of 500 and 2'],
  ],
  [
    'tokens of an order that was not paid',
    [order('FAILED'), ...given],
    [
      'I3: 2 images of M (payment) have no origin: order:1',
      'I3: 500 tokens of M (payment) have no origin: order:1',
    ],
  ],
  [
    'a second welcome and a reward without an invitation',
    [
      history('token', 1, 'sign_up', 'sign_up:again'),
      history('token', 1, 'invite', 'invite:7:M'),
      `update public.user_usage set token = 100002 where id = 'M'`,
    ],
    [
      'I3: 1 tokens of M (invite) have no origin: invite:7:M',
      'I3: 1 tokens of M (sign_up) have no origin: sign_up:again',
    ],
  ],
  [
    'a lease that nobody takes over',
    [text('running'), hold('tool_use:1:1', 1, '-11 minutes')],
    ['I4: the lease of tool_use:1:1 ran out at T and nobody has taken it over'],
  ],
  ['a run without a run', [text('queued')], ['I4: tool_use 1 is queued without a run']],
  [
    'a run that works on nothing',
    [text('done'), hold('tool_use:1:1')],
    ['I4: run tool_use:1:1 goes on and works on nothing'],
  ],
  [
    'a charge that nobody knows about for a day',
    [order('UNKNOWN'), charge('UNKNOWN')],
    ['I4: charge order-1-1 is UNKNOWN since T: look it up at the provider'],
  ],
  [
    'counters that are not their rows',
    [
      prompt,
      `insert into public.prompt_action (type, prompt_id, user_id) values ('thank', 1, 'M')`,
      `insert into private.prompt_engagement (prompt_id, kind, viewer, day) values (1, 'use', 'a', now())`,
      `update public.prompt set like_count = 2`,
      `insert into public.prompt_view (prompt_id) values (1)`,
    ],
    [
      'I7: prompt 1 says 2 saves, there are 0',
      'I7: prompt 1 says 0 views, there are 1',
      'I7: prompt 1 says 0 thanks, there are 1',
      'I7: prompt 1 says 0 uses, of these days alone there are 1',
    ],
  ],
  ['a file of nobody', [object('image', 'gone')], ['I8: file image/a/b belongs to nobody']],
  [
    'a file of a deleted account',
    [
      `update public."user" set provider = 'deleted', updated_at = now() - interval '2 days' where id = 'M'`,
      object('document', 'M'),
    ],
    ['I8: file document/a/b outlives its deleted account M'],
  ],
  [
    'a file that nobody removes',
    [
      `insert into private.file_deletion_queue (path, user_id, queued_at) values ('a/b', 'M', now() - interval '2 days')`,
    ],
    ['I8: file document/a/b is not needed since T and still there'],
  ],
  [
    'a text whose file is gone',
    [text('done', '{"files": [{"path": "a/b"}]}')],
    ['I8: text 1 was written from a/b, which is not there'],
  ],
]

it.each(cases)('fsck finds %s', async (_, planted, found) => {
  expect(await findPlanted(planted)).toEqual(found)
})

it('fsck names twenty of a kind at most', async () => {
  const many = `insert into public.prompt (title, description, prompt, language, user_id, prompt_model_id, prompt_category_sub_id, like_count)
    select 'a', 'a', 'a', 'ko', 'M', 1, 1, 1 from generate_series(1, 23)`
  const found = await findPlanted([many])
  expect(found).toHaveLength(21)
  expect(found.at(-1)).toBe('I7: 3 more like these')
})

it('on the machine that stores the files, fsck finds those whose bytes are missing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lost-files-'))
  const [kept, lost] = ['1a111111-1111-4111-8111-111111111111', '2b222222-2222-4222-8222-222222222222']
  mkdirSync(join(folder, 'files/files/1a'), { recursive: true })
  writeFileSync(join(folder, 'files/files/1a', kept), 'bytes')
  const objects = `insert into storage.objects (bucket_id, name, owner_id, version)
    values ('image', 'kept', 'M', '${kept}'), ('image', 'lost', 'M', '${lost}')`
  expect(await findPlanted([objects], (trx) => findLostFiles(trx, folder))).toEqual([
    'I8: the bytes of file image/lost are not there',
  ])
  rmSync(folder, { recursive: true })
})

it('after no findings, one text without a run: npm run fsck reports it with its status, and the nightly job fails with it', async () => {
  const run = (url: string) =>
    spawnSync(process.execPath, ['scripts/fsck.ts'], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      env: { ...process.env, DATABASE_URL: url },
      encoding: 'utf8',
    })
  const owner = connectDatabase(database.url, { connectionsMax: 1 })
  await requireSound(owner)
  expect(run(database.url)).toMatchObject({ status: 0, stdout: expect.stringContaining('All is well') })

  await execute(admin, text('running'))
  const { status, stdout } = run(database.url)
  expect(status).toBe(1)
  expect(stdout).toMatch(/^I4: tool_use 1 is running without a run\n1 findings/)
  await expect(requireSound(owner)).rejects.toThrow('I4: tool_use 1 is running without a run')
  await owner.destroy()
  expect(run('postgres://nobody@127.0.0.1:1/x')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('could not be looked at'),
  })
})

it('a test file that leaves a broken rule in its database fails', async () => {
  const other = await createTestDatabase()
  const client = connectDatabase(other.adminUrl, { connectionsMax: 1 })
  const { id } = await createMember(other.adminUrl)
  await execute(client, text('running').replace(`'M'`, `'${id}'`))
  await client.destroy()
  await expect(other.close()).rejects.toThrow('I4: tool_use 1 is running without a run')
})
