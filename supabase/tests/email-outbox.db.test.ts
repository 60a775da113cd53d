// The outbox of e-mails: written with its event, sent by one process, tried again only where that is safe, and nothing kept that is not needed.
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createMember, openTestDatabase, type OpenTestDatabase } from '#scripts/testing/database.ts'

let database: OpenTestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await openTestDatabase()
  client = database.client
})
afterAll(() => database.close())
beforeEach(() => client.query('delete from private.email_outbox'))

type Row = {
  id: string
  kind: string
  state: string
  recipient: string | null
  payload: object
  attempts: number
}
const rowsOf = async <Type extends object = Row>(text: string, values: unknown[] = []): Promise<Type[]> =>
  (await client.query<Type>(text, values)).rows
const outbox = () =>
  rowsOf('select id, kind, state, recipient, payload, attempts from private.email_outbox order by id')
const write = (kind: string, event = 'event', member: string | null = null) =>
  client.query(`select private.enqueue_email($1, $2, $3, 'someone@example.com', 'en', '{"secret": 1}')`, [
    kind,
    event,
    member,
  ])
const claim = (from = client) =>
  from.query<Row>('select * from private.claim_emails(10)').then(({ rows }) => rows)
const end = async (id: string, outcome: string) =>
  (await rowsOf<{ state: string }>('select private.end_email($1, $2) as state', [id, outcome]))[0]!.state
const makeDue = () =>
  client.query(`update private.email_outbox set next_attempt_at = now() where state = 'waiting'`)
const interrupt = () =>
  client.query(
    `update private.email_outbox set claimed_at = now() - interval '3 minutes' where state = 'sending'`,
  )
async function memberWith(email: string | null): Promise<string> {
  const { id } = await createMember(database.adminUrl)
  await client.query('update public."user" set email = $2 where id = $1', [id, email])
  return id
}
/** The change of an address, up to the code that is entered. */
async function prove(member: string, email: string, code = '271828', language = 'en'): Promise<string> {
  await client.query(`select private.begin_email_proof($1, $2, '271828', gen_random_uuid(), $3)`, [
    member,
    email,
    language,
  ])
  const [proof] = await rowsOf<{ outcome: string }>('select private.prove_email($1, $2) as outcome', [
    member,
    code,
  ])
  return proof!.outcome
}

it('an e-mail is written once for its event, and not at all when the event is rolled back', async () => {
  await client.query('begin')
  await write('receipt')
  await client.query('rollback')
  expect(await outbox()).toEqual([])
  await Promise.all([write('receipt'), write('receipt')])
  await write('receipt', 'another')
  expect(await outbox()).toHaveLength(2)
})

it('two processes never claim the same e-mail', async () => {
  await write('receipt')
  const other = await openSecond()
  const both = await Promise.all([claim(), claim(other)])
  await other.end()
  expect(both.flat()).toHaveLength(1)
  expect(await claim()).toEqual([])
})

async function openSecond(): Promise<pg.Client> {
  const { default: postgres } = await import('pg')
  const other = new postgres.Client({ connectionString: database.adminUrl })
  await other.connect()
  return other
}

it('a code goes out before the letters of a notice that wait longer', async () => {
  for (let i = 0; i < 12; i++) await write('notice', `notice-${i}`)
  await client.query(`update private.email_outbox set next_attempt_at = now() - interval '1 hour'`)
  await write('email_code')
  const claimed = await claim()
  expect(claimed).toHaveLength(10)
  expect(claimed.map(({ kind }) => kind)).toContain('email_code')
})

it('an e-mail that the server did not take waits and is tried ten times, then it has failed', async () => {
  await write('email_changed')
  for (let attempt = 1; attempt <= 10; attempt++) {
    const [email] = await claim()
    expect(await claim()).toEqual([])
    expect(await end(email!.id, 'later')).toBe(attempt < 10 ? 'waiting' : 'failed')
    expect(await claim()).toEqual([])
    await makeDue()
  }
  expect(await outbox()).toMatchObject([{ state: 'failed', recipient: null, payload: {} }])
})

it('17.4: receipts, refunds and failed payments never expire and are tried until a mail server answers, a day apart at most', async () => {
  for (const kind of ['receipt', 'refund', 'payment_failed']) await write(kind)
  for (let attempt = 1; attempt <= 12; attempt++) {
    const claimed = await claim()
    expect(claimed).toHaveLength(3)
    for (const { id } of claimed) expect(await end(id, 'later')).toBe('waiting')
    const soon = `select next_attempt_at <= now() + interval '1 day' as soon from private.email_outbox`
    expect(await rowsOf(soon)).toEqual([{ soon: true }, { soon: true }, { soon: true }])
    await makeDue()
  }
  await client.query("update private.email_outbox set expires_at = expires_at - interval '4 days'")
  await client.query('select private.sweep_emails()')
  expect((await outbox()).map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting'])
  const [{ id } = { id: '' }] = await claim()
  expect(await end(id, 'refused')).toBe('refused')
})

it('a receipt whose fate is unknown, or whose sender died, is sent again; an invitation, a notice or an answer is not', async () => {
  const kinds = ['receipt', 'email_changed', 'notice', 'invitation', 'answer']
  const [inviter] = [await memberWith('inviter@example.com')]
  for (const kind of kinds) await write(kind, 'unknown', inviter)
  for (const email of await claim()) await end(email.id, 'unknown')
  const states = async () => Object.fromEntries((await outbox()).map(({ kind, state }) => [kind, state]))
  const expected = {
    receipt: 'waiting',
    email_changed: 'waiting',
    notice: 'unknown',
    invitation: 'unknown',
    answer: 'unknown',
  }
  expect(await states()).toEqual(expected)

  await client.query('delete from private.email_outbox')
  for (const kind of kinds) await write(kind, 'crash', inviter)
  await claim()
  await client.query('select private.sweep_emails()')
  expect(Object.values(await states()).every((state) => state === 'sending')).toBe(true)
  await interrupt()
  await client.query('select private.sweep_emails()')
  expect(await states()).toEqual(expected)
})

it('an e-mail that was taken or refused keeps neither address nor content, and ends once', async () => {
  await write('receipt')
  const [email] = await claim()
  expect(await end(email!.id, 'sent')).toBe('sent')
  expect(await end(email!.id, 'later')).toBeNull()
  await write('receipt', 'refused')
  expect(await end((await claim())[0]!.id, 'refused')).toBe('refused')
  expect(await outbox()).toMatchObject([
    { state: 'sent', recipient: null, payload: {} },
    { state: 'refused', recipient: null, payload: {} },
  ])
})

it('what came too late has failed, and rows go after a month, but for those of answers', async () => {
  for (const kind of ['receipt', 'answer', 'refund']) await write(kind)
  await client.query(
    `update private.email_outbox set expires_at = now() - interval '1 second' where kind <> 'refund'`,
  )
  expect((await claim()).map(({ kind }) => kind)).toEqual(['refund'])
  expect((await outbox()).map(({ state }) => state)).toEqual(['failed', 'failed', 'sending'])
  await client.query(
    `update private.email_outbox set ended_at = now() - interval '32 days' where ended_at is not null`,
  )
  await claim()
  expect((await outbox()).map(({ kind }) => kind)).toEqual(['answer', 'refund'])
})

it('A35: an account deletion deletes the e-mails of its member', async () => {
  const member = await memberWith('leaver@example.com')
  await write('receipt', 'own', member)
  await write('receipt', 'other', await memberWith('other@example.com'))
  await client.query(`update public."user" set provider = 'deleted', is_active = false where id = $1`, [
    member,
  ])
  expect(await outbox()).toHaveLength(1)
})

it('B32: the address before is told of a change, with the new one masked; a first address, a wrong code and the same address tell nobody', async () => {
  const told = () =>
    rowsOf(
      `select recipient, payload ->> 'email' as email, language from private.email_outbox where kind = 'email_changed' order by id`,
    )
  const member = await memberWith(null)
  expect(await prove(member, 'First@example.com')).toBe('done')
  expect(await prove(member, 'first@example.com')).toBe('expired')
  expect(await prove(member, 'second@example.org', '000000')).toBe('wrong')
  expect(await told()).toEqual([])
  expect(await prove(member, 'second@example.org', '271828', 'ko')).toBe('done')
  await prove(member, 'third@example.net')
  expect(await told()).toEqual([
    { recipient: 'first@example.com', email: 's***@example.org', language: 'ko' },
    { recipient: 'second@example.org', email: 't***@example.net', language: 'en' },
  ])
})
