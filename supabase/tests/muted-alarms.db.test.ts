// Alarms and e-mails that a member switched off: which kinds, whose, and what still arrives.
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, openTestDatabase, type OpenTestDatabase } from '#scripts/testing/database.ts'
import { alarmKinds } from '#shared/alarms.ts'
import { fixedAlarms, optionalAlarms, optionalEmails } from '#shared/optional-alarms.ts'
import { runAs, type Actor } from './as-actor.ts'

let database: OpenTestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await openTestDatabase()
  client = database.client
})
afterAll(() => database.close())

const join = async (): Promise<Actor & { id: string }> => {
  const { id } = await createMember(database.adminUrl)
  return { role: 'authenticated', id }
}
const mute = (actor: Actor, kinds: string[]) =>
  runAs(client, actor, 'select public.mute_alarms($1)', [kinds], true)
const read = async (actor: Actor): Promise<string[]> =>
  (await runAs(client, actor, 'select public.read_muted_alarms() as kinds', [])).rows[0].kinds
const receive = async ({ id }: { id: string }) => {
  for (const kind of alarmKinds)
    await client.query(
      `insert into public.user_alarm (user_id, kind, source_id) values ($1, $2, gen_random_uuid()::text)`,
      [id, kind],
    )
  const { rows } = await client.query<{ kind: string }>(
    'delete from public.user_alarm where user_id = $1 returning kind',
    [id],
  )
  return rows.map(({ kind }) => kind).toSorted()
}

it('an alarm that its member switched off does not arrive, and arrives again when it is on', async () => {
  const [member, other] = [await join(), await join()]
  await mute(member, ['tool_execute', 'prompt_thank'])
  expect(await read(member)).toEqual(['tool_execute', 'prompt_thank'])
  const isOn = (kind: string) => kind !== 'tool_execute' && kind !== 'prompt_thank'
  expect(await receive(member)).toEqual(alarmKinds.filter(isOn).toSorted())
  expect([await read(other), await receive(other)]).toEqual([[], alarmKinds.toSorted()])
  await mute(member, [])
  expect(await receive(member)).toEqual(alarmKinds.toSorted())
})

it('every kind that the screen offers can be switched off, and no other', async () => {
  const member = await join()
  await mute(member, [...optionalAlarms])
  const isAlways = (kind: string) => !optionalAlarms.some((one) => one === kind)
  expect(await receive(member)).toEqual(alarmKinds.filter(isAlways).toSorted())
  for (const kind of [...alarmKinds.filter(isAlways), 'unknown'])
    await expect(mute(member, [kind])).rejects.toThrow('invalid_request')
  expect(await read(member)).toEqual([...optionalAlarms])
})

it('the settings name every kind of alarm that a member gets, as optional or as fixed', () => {
  const named = [...optionalAlarms, ...Object.values(fixedAlarms).flat(), 'question_asked', 'refund_asked']
  expect(named.toSorted()).toEqual(alarmKinds.toSorted())
})

it('an e-mail that its member switched off is not written, its alarm arrives, and no document can be switched off', async () => {
  const [member, other] = [await join(), await join()]
  const muteEmails = (emails: string[] | null) =>
    runAs(client, member, `select public.mute_alarms('{tool_execute}', $1)`, [emails], true)
  const written = async ({ id }: { id: string }) => {
    await client.query(`update public."user" set email = left(id::text, 8) || '@example.com' where id = $1`, [
      id,
    ])
    for (const kind of [...optionalEmails, 'receipt', 'refund', 'refund_declined', 'payment_failed'])
      await client.query(`select private.enqueue_member_email($1, $2, gen_random_uuid()::text, '{}')`, [
        id,
        kind,
      ])
    await client.query(
      `insert into public.user_alarm (user_id, kind, source_id) values ($1, 'renewal_soon', gen_random_uuid()::text)`,
      [id],
    )
    const { rows } = await client.query<{ kind: string }>(
      'delete from private.email_outbox where user_id = $1 returning kind',
      [id],
    )
    return [...new Set(rows.map(({ kind }) => kind))].toSorted()
  }
  const documents = ['payment_failed', 'receipt', 'refund', 'refund_declined']
  const all = [...documents, ...optionalEmails].toSorted()
  expect(await written(member)).toEqual(all)
  await muteEmails([...optionalEmails])
  expect(await written(member)).toEqual(documents)
  expect(await written(other)).toEqual(all)
  const alarms = await client.query(
    `select 1 from public.user_alarm where user_id = $1 and kind = 'renewal_soon'`,
    [member.id],
  )
  expect(alarms.rows).toHaveLength(2)
  for (const kind of documents) await expect(muteEmails([kind])).rejects.toThrow('invalid_request')
  // A page of an earlier version knows alarms only.
  await muteEmails(null)
  const { rows } = await runAs(client, member, 'select public.read_muted_emails() as kinds', [])
  expect(rows[0].kinds).toEqual([...optionalEmails])
})
