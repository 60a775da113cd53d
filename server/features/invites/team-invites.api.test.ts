import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createHeldRuns, openIdleRun } from '#server/testing/held-runs.ts'
import { connectDatabase, type Database } from '#server/adapters/database.ts'
import type { Queue } from '#server/adapters/queue.ts'
import { callIn, overlap } from '#server/testing/as-member.ts'
import { codeOf } from '#server/testing/refusals.ts'
import { createMailbox, deliver, makeDue } from '#server/testing/mailbox.ts'
import { createTestProduct, type Member, type TestProduct } from '#server/testing/test-product.ts'

const box = createMailbox()
const { sent, outcomes } = box
const jobs: string[] = []
const queue = {
  send: (_db: unknown, name: string) => {
    jobs.push(name)
    return Promise.resolve()
  },
  close: () => Promise.resolve(),
} as unknown as Queue
const send = () => deliver(test, box.mail)

let test: TestProduct
let db: Database
let runs: ReturnType<typeof createHeldRuns>
beforeAll(async () => {
  test = await createTestProduct({
    env: { TRUSTED_PROXY: 'true' },
    deps: { queue, mail: box.mail },
    planted: /^I4: run keyword_search:77:1 goes on and works on nothing/,
  })
  db = connectDatabase(test.config.databaseUrl, { connectionsMax: 16 })
  runs = createHeldRuns(db)
})
afterAll(async () => {
  await db.destroy()
  await test.close()
})
beforeEach(async () => {
  await send()
  for (const list of [sent, outcomes, jobs]) list.length = 0
})

type Person = Member & { email: string }
/** @param options.isVerified whether the address is verified as the person's own */
async function person(
  options: { plan?: string; token?: number; isVerified?: boolean } = {},
): Promise<Person> {
  const { isVerified = true, ...rest } = options
  const made = await test.member(rest)
  const email = `${made.nickname}@example.com`
  await sql`update auth.users set email = ${email}, email_confirmed_at = ${isVerified ? new Date() : null} where id = ${made.id}`.execute(
    db,
  )
  await sql`update public."user" set email = ${email} where id = ${made.id}`.execute(db)
  return { ...made, email }
}
const owner = (token = 10_000) => person({ plan: 'team', token })

let net = 0
const invite = (from: Person, email: string, headers: Record<string, string> = {}) =>
  test.post('/v1/auth/user/team/invite', { uuid: from.id, email }, from.token, {
    'x-forwarded-for': `203.0.113.${++net % 250}`,
    ...headers,
  })
const secretIn = (link: string) => new URL(link).searchParams.get('invite')!
async function invited(from: Person, email: string): Promise<string> {
  const answer = await invite(from, email)
  expect(answer.status).toBe(200)
  return secretIn(((await answer.json()) as { result: { link: string } }).result.link)
}

const call = <Result>(who: Person, text: string, values: unknown[] = []) =>
  db.transaction().execute((trx) => callIn<Result>(trx, who, text, values))

const accept = (who: Person, secret: string) => call(who, 'public.accept_team_seat($1)', [secret])
type Team = {
  is_running: boolean
  own_spent: number
  left_spent: number
  seats: { id: number; nickname: string | null; email: string; spent: number }[]
  seat: { id: number; owner: string; has_effect: boolean; spent: number } | null
  invites: { id: number; owner: string }[]
}
const teamOf = (who: Person) => call<Team>(who, 'public.read_team()')
const usageOf = (who: Person) =>
  call<{ plan: string; token: number; team_owner: string | null }>(who, 'public.read_usage()')
const endSeat = (who: Person, id: number) => call(who, 'public.end_team_seat($1)', [id])
async function seated(from: Person, who?: Person): Promise<Person> {
  const member = who ?? (await person({ token: 500 }))
  await accept(member, await invited(from, member.email))
  return member
}
const hold = (who: Person, name: string, tokens = 1_000) => runs.hold(who.id, name, { tokens, images: 1 })
const settle = (name: string, tokens = 1_000) => runs.settle(name, tokens, 1)
async function run(who: Person, idempotencyKey: string, tokens = 1_000): Promise<void> {
  await hold(who, idempotencyKey, tokens)
  await settle(idempotencyKey, tokens)
}
async function balanceOf({ id }: Person): Promise<{ token: number; sum: number }> {
  const { rows } = await sql<{ token: number; sum: number }>`select u.token + u.payment_token as token,
    (select coalesce(sum(h.amount), 0)::bigint from public.token_history h where h.user_id = u.id) as sum
    from public.user_usage u where u.id = ${id}`.execute(db)
  return rows[0]!
}
const alarmsOf = async ({ id }: Person) =>
  (
    await sql<{
      kind: string
    }>`select kind from public.user_alarm where user_id = ${id} and kind like 'team%' order by id`.execute(db)
  ).rows.map(({ kind }) => kind)
const setPlan = ({ id }: Person, plan: string) =>
  db.updateTable('user_usage').set({ plan }).where('id', '=', id).execute()

it('B07: an invited person joins by the link of the e-mail, writes from the owner’s tokens with the plan’s effects, and the owner sees the amount', async () => {
  const [boss, member] = [await owner(), await person({ token: 500 })]
  const secret = await invited(boss, ` ${member.email.toUpperCase()} `)
  expect(jobs).toEqual(['send-emails'])
  outcomes.push('later')
  await send()
  await makeDue(test)
  await send()
  await send()
  expect(sent).toHaveLength(2)
  expect(sent[1]).toMatchObject({ to: member.email })
  expect(sent[1]!.text).toContain(`/my/team?invite=${secret}`)
  expect(sent[1]!.subject).toContain(boss.nickname)
  expect(await alarmsOf(member)).toEqual(['team_invited'])
  expect(await call(member, 'public.find_team_invite($1)', [secret])).toMatchObject({
    owner: boss.nickname,
    is_other_address: false,
  })

  await accept(member, secret)
  expect([await alarmsOf(member), await alarmsOf(boss)]).toEqual([[], ['team_joined']])
  expect(await usageOf(member)).toMatchObject({ plan: 'team', token: 10_000, team_owner: boss.nickname })
  await run(member, 'team-first', 1_200)
  await run(boss, 'team-own', 300)
  expect(await balanceOf(boss)).toEqual({ token: 8_500, sum: 8_500 })
  expect(await balanceOf(member)).toEqual({ token: 500, sum: 500 })
  const { rows } =
    await sql`select user_id, spender_id, amount from public.token_history where user_id = ${boss.id} and spender_id = ${member.id}`.execute(
      db,
    )
  expect(rows).toEqual([{ user_id: boss.id, spender_id: member.id, amount: -1_200 }])
  expect(await teamOf(boss)).toMatchObject({
    own_spent: 300,
    seats: [{ email: member.email, nickname: member.nickname, spent: 1_200 }],
  })
  expect(await teamOf(member)).toMatchObject({
    seats: [],
    seat: { owner: boss.nickname, has_effect: true, spent: 1_200 },
  })
  expect(
    await call(boss, '(select jsonb_agg(to_jsonb(n)) from public.name_spenders($1) n)', [[member.id]]),
  ).toEqual([{ id: member.id, nickname: member.nickname }])
})

it('rows2 4: a team member sees the own charges of team tokens, and none of the owner’s', async () => {
  const [boss, member] = [await owner(), await person()]
  await accept(member, await invited(boss, member.email!))
  await run(member, 'seat-charge', 700)
  await run(boss, 'boss-charge', 900)
  const charges = '(select jsonb_agg(h.amount order by h.id) from public.token_history h where kind = $1)'
  expect(await call(member, charges, ['use'])).toEqual([-700])
  expect(await call(boss, charges, ['use'])).toEqual([-700, -900])
})

it('B07, security: the database has only the hash of a secret, and its link works once, for no other person and not after its time', async () => {
  const [boss, stranger] = [await owner(), await person()]
  const bySecret = await person({ isVerified: false })
  const secret = await invited(boss, 'somebody@example.org')
  const { rows } = await sql<{
    text: string
  }>`select s::text as text from private.team_seat s where owner_id = ${boss.id}`.execute(db)
  expect(rows[0]!.text).not.toContain(secret)
  expect(JSON.stringify(jobs)).not.toContain(secret)
  await expect(accept(stranger, secret)).rejects.toMatchObject({ message: 'team_other_address' })
  await expect(accept(boss, secret)).rejects.toMatchObject({ message: 'team_own_invite' })
  await expect(accept(bySecret, `${secret}x`)).rejects.toMatchObject({ message: 'team_invite_gone' })
  const other = await person({ isVerified: false })
  const late = await overlap(
    db,
    (trx) => callIn(trx, bySecret, 'public.accept_team_seat($1)', [secret]),
    () => accept(other, secret),
  )
  expect(late).toMatchObject({ status: 'rejected', reason: { message: 'team_invite_gone' } })
  expect((await teamOf(bySecret)).seat).toMatchObject({ owner: boss.nickname })
  await expect(accept(other, secret)).rejects.toMatchObject({ message: 'team_invite_gone' })
  expect(await call(other, 'public.find_team_invite($1)', [secret])).toBeNull()

  const expired = await invited(boss, other.email)
  await sql`update private.team_seat set expires_at = now() where owner_id = ${boss.id} and member_id is null`.execute(
    db,
  )
  await expect(accept(other, expired)).rejects.toMatchObject({ message: 'team_invite_gone' })
  await sql`update private.team_seat set expires_at = now() - interval '31 days' where owner_id = ${boss.id} and member_id is null`.execute(
    db,
  )
  await invited(await owner(), 'whoever@example.org')
  const { rows: remaining } = await sql`select from private.team_seat where email = ${other.email}`.execute(
    db,
  )
  expect(remaining).toEqual([])
})

it('B07: a member whose verified address was invited accepts or declines in Munjang; another member cannot', async () => {
  const [boss, member, stranger] = [await owner(), await person(), await person()]
  await invited(boss, member.email)
  const [found] = (await teamOf(member)).invites
  expect(found).toMatchObject({ owner: boss.nickname })
  expect((await teamOf(stranger)).invites).toEqual([])
  const acceptHere = (who: Person) => call(who, 'public.accept_team_seat(seat_id => $1)', [found!.id])
  await expect(acceptHere(stranger)).rejects.toMatchObject({ message: 'team_invite_gone' })
  await expect(endSeat(stranger, found!.id)).rejects.toMatchObject({ message: 'not_found' })
  await endSeat(member, found!.id)
  await expect(acceptHere(member)).rejects.toMatchObject({ message: 'team_invite_gone' })
  expect(await alarmsOf(member)).toEqual([])
})

it('B07: only a running Team plan invites: at most four even concurrently, no person twice, and not the owner', async () => {
  const pro = await person({ plan: 'pro' })
  expect(await codeOf(await invite(pro, 'a@example.org'))).toBe('team_needed')
  const boss = await owner()
  expect(await (await invite(boss, boss.email)).json()).toMatchObject({
    code: 'invalid_field',
    field: 'email',
  })
  expect(await (await invite(boss, 'nobody')).json()).toMatchObject({ code: 'invalid_field', field: 'email' })
  expect(
    await codeOf(await test.post('/v1/auth/user/team/invite', { uuid: boss.id, email: 'a@example.org' })),
  ).toBe('sign_in_required')
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, place) => invite(boss, `racer${place}@example.org`)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4)
  const refused = await Promise.all(answers.filter(({ status }) => status !== 200).map(codeOf))
  expect(new Set(refused)).toEqual(new Set(['team_full']))
  const { seats } = await teamOf(boss)
  await endSeat(boss, seats[0]!.id)
  expect(await codeOf(await invite(boss, seats[1]!.email))).toBe('team_already_invited')
  expect((await invite(boss, 'racer99@example.org')).status).toBe(200)
})

it('B07, security 116: e-mails to one address, and of one member, are limited a day; an unsubscribed address, or one whose seat is gone, gets none', async () => {
  const boss = await owner()
  for (let times = 0; times < 3; times++) {
    await invited(boss, 'often@example.org')
    await endSeat(boss, (await teamOf(boss)).seats[0]!.id)
  }
  expect(await (await invite(boss, 'often@example.org')).json()).toMatchObject({
    code: 'too_many_requests',
    detail: { until: expect.any(String) as string },
  })
  for (let place = 0; place < 17; place++) {
    await invited(boss, `many${place}@example.org`)
    await endSeat(boss, (await teamOf(boss)).seats[0]!.id)
  }
  expect(await codeOf(await invite(boss, 'one-more@example.org'))).toBe('too_many_requests')

  const other = await owner()
  await invited(other, 'refuser@example.org')
  await send()
  expect(sent.map(({ to }) => to)).toEqual(['refuser@example.org'])
  const refusal = new URL(sent[0]!.refusalUrl!)
  expect((await test.post(`/v1/mail/refuse${refusal.search}`, {})).status).toBe(200)
  await endSeat(other, (await teamOf(other)).seats[0]!.id)
  await invited(other, 'refuser@example.org')
  await send()
  expect(sent).toHaveLength(1)
})

it('B07, row 60: twenty parallel runs of a team never overdraw its shared balance, and every balance is the sum of its history', async () => {
  const boss = await owner(6_500)
  const members = await Promise.all(Array.from({ length: 4 }, () => person({ token: 500 })))
  for (const member of members) await seated(boss, member)
  const people = [boss, ...members]
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, place) => run(people[place % 5]!, `pool-${place}`, 1_000)),
  )
  const refusals = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [(outcome.reason as { code: string }).code] : [],
  )
  for (const code of refusals) expect(['no_tokens', 'request_in_progress']).toContain(code)
  const done = outcomes.length - refusals.length
  expect(done).toBeLessThanOrEqual(6)
  expect(await balanceOf(boss)).toEqual({ token: 6_500 - done * 1_000, sum: 6_500 - done * 1_000 })
  for (const member of members) expect(await balanceOf(member)).toEqual({ token: 500, sum: 500 })
  // A hold of one member reduces the balance of the others.
  await sql`insert into public.token_history (user_id, spender_id, kind, amount, balance_after, idempotency_key)
    select id, id, 'operator', 1500 - token, 0, 'pool-rest' from public.user_usage where id = ${boss.id} and token <> 1500`.execute(
    db,
  )
  const held = await overlap(
    db,
    (trx) => openIdleRun(trx, { memberId: members[0]!.id, tokens: 1_000, subjectId: 77 }),
    () => hold(members[1]!, 'pool-too-much'),
  )
  expect(held).toMatchObject({ status: 'rejected', reason: { code: 'no_tokens' } })
})

it('B07, security: after a removal the next run uses the member’s own balance, a live run ends on its hold, and no other member can remove', async () => {
  const boss = await owner()
  const [member, witness, stranger] = [await seated(boss), await seated(boss), await person()]
  const { id } = (await teamOf(boss)).seats.find(({ email }) => email === member.email)!
  for (const other of [witness, stranger])
    await expect(endSeat(other, id)).rejects.toMatchObject({ message: 'not_found' })
  expect(await teamOf(stranger)).toMatchObject({ seats: [], seat: null, own_spent: 0, left_spent: 0 })
  expect(
    await call(stranger, '(select count(*)::int from public.name_spenders($1))', [[member.id, boss.id]]),
  ).toBe(0)

  await hold(member, 'goes-on')
  await endSeat(boss, id)
  expect(await alarmsOf(member)).toContain('team_removed')
  expect(await usageOf(member)).toMatchObject({ plan: 'starter', token: 500, team_owner: null })
  await settle('goes-on', 400)
  expect(await balanceOf(boss)).toEqual({ token: 9_600, sum: 9_600 })
  await expect(hold(member, 'after')).rejects.toMatchObject({ code: 'no_tokens' })
  expect(await runs.find(member.id)).toBeNull()
  expect(await teamOf(boss)).toMatchObject({ left_spent: 400 })

  const own = (await teamOf(witness)).seat!.id
  const late = await overlap(
    db,
    (trx) => callIn(trx, witness, 'public.end_team_seat($1)', [own]),
    () => hold(witness, 'while-leaving'),
  )
  expect(late).toMatchObject({ status: 'rejected', reason: { code: 'no_tokens' } })
  expect([await alarmsOf(witness), await usageOf(witness)]).toMatchObject([[], { plan: 'starter' }])
})

it('B07, B33: seats pause with the Team plan, return with it, also by a benefit, and the member’s own paid plan has priority', async () => {
  const boss = await owner()
  const member = await seated(boss)
  const planOf = async (who: Person) => (await usageOf(who)).plan
  await setPlan(boss, 'starter')
  expect([await planOf(member), (await usageOf(member)).token]).toEqual(['starter', 500])
  expect((await teamOf(member)).seat).toMatchObject({ has_effect: false, is_running: false })
  expect((await teamOf(boss)).is_running).toBe(false)
  await sql`insert into public.user_benefit (id, type, type_detail, duration, duration_unit, start_at, end_at)
    values (${boss.id}, 'plan', 'team', 1, 'day', now() - interval '1 hour', now() + interval '1 day')`.execute(
    db,
  )
  expect(await planOf(member)).toBe('team')
  await sql`delete from public.user_benefit where id = ${boss.id}`.execute(db)
  await setPlan(boss, 'team')
  expect(await planOf(member)).toBe('team')

  await setPlan(member, 'pro')
  expect(await usageOf(member)).toMatchObject({ plan: 'pro', token: 500, team_owner: null })
  await run(member, 'own-first', 100)
  expect(await balanceOf(boss)).toEqual({ token: 10_000, sum: 10_000 })
  await setPlan(member, 'starter')
  await db.updateTable('user').set({ is_block: true }).where('id', '=', boss.id).execute()
  expect(await planOf(member)).toBe('starter')
})

it('B07: a member has one seat at most, and a deletion ends the own team and releases the seat in another', async () => {
  const [boss, rival] = [await owner(), await owner()]
  const member = await seated(boss)
  const secret = await invited(rival, member.email)
  await expect(accept(member, secret)).rejects.toMatchObject({ message: 'team_already_seated' })
  const leave = async ({ id }: Person) => {
    await sql`update public."user" set provider = 'deleted', email = null, is_active = false where id = ${id}`.execute(
      db,
    )
  }
  const own = await seated(rival)
  await leave(rival)
  expect([await usageOf(own), await alarmsOf(own)]).toMatchObject([{ plan: 'starter' }, ['team_removed']])
  await run(member, 'before-leaving', 200)
  await leave(member)
  expect((await teamOf(boss)).seats).toEqual([])
  const { rows } = await sql`select from private.team_seat where email = ${member.email}`.execute(db)
  expect(rows).toEqual([])
  expect(
    await call(boss, '(select jsonb_agg(to_jsonb(n)) from public.name_spenders($1) n)', [[member.id]]),
  ).toEqual([{ id: member.id, nickname: null }])
})
