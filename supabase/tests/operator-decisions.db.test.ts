// Operators decide nothing of their own; asking again after a lost answer is no second decision, and says what the first one did.
import { afterAll, expect, it } from 'vitest'
import type { TestMember } from '#scripts/testing/database.ts'
import { runAs } from './as-actor.ts'
import { liftedSession, openConsole } from './console-cases.ts'

const { client, member, as, handIn, close } = await openConsole()
afterAll(close)
const operator = await member('operator')
const other = await member('operator')

/** Answers are the server's call, as the operator. */
const call = async (who: TestMember, text: string, values: unknown[] = []) => {
  const isServers = text.startsWith('answer(')
  const actor = { role: isServers ? 'postgres' : 'authenticated', ...liftedSession(who) } as const
  const name = `${isServers ? 'private' : 'public'}.operator_${text}`
  return (await runAs(client, actor, `select ${name} as result`, values, true)).rows[0].result
}
const one = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows[0]
const countActs = async () => Number((await one('select count(*) from private.operator_log')).count)
const forbidden = { code: '42501', message: 'forbidden' }
const decidedAlready = { message: 'not_found' }

async function report(prompt: number) {
  const reader = await member()
  await as(
    reader,
    `insert into public.prompt_report (prompt_id, user_id, reason) values ($1, $2, 'harmful')`,
    [prompt, reader.id],
  )
}
async function ask(): Promise<number> {
  const { id } = await one(
    `insert into public.contact (type, email, title, description, language) values ('error', 'a@example.com', 'Why?', 'd', 'en') returning id`,
  )
  return Number(id)
}
async function inviteThatWaits(inviter: TestMember): Promise<number> {
  const friend = await member()
  const { id } = await one(
    'insert into private.invite (inviter_id, friend_id) values ($1, $2) returning id',
    [inviter.id, friend.id],
  )
  return Number(id)
}

it('B19: nobody reviews an own prompt, takes it down or decides on reports of it, and nobody gives an own reward', async () => {
  const { prompt, version } = await handIn(operator)
  for (const isApproved of [true, false])
    await expect(
      call(operator, 'review_prompt($1, $2, $3)', [version, isApproved, 'fine']),
    ).rejects.toMatchObject(forbidden)
  await call(other, 'review_prompt($1, true)', [version])
  await report(prompt)
  for (const isRemoved of [true, false])
    await expect(
      call(operator, 'decide_reports($1, $2, $3)', [prompt, isRemoved, 'fine']),
    ).rejects.toMatchObject(forbidden)
  await expect(call(operator, 'hide_prompt($1, $2)', [prompt, 'fine'])).rejects.toMatchObject(forbidden)
  await call(other, 'decide_reports($1, false)', [prompt])

  const invite = await inviteThatWaits(operator)
  for (const isGiven of [true, false])
    await expect(call(operator, 'decide_invite($1, $2)', [invite, isGiven])).rejects.toMatchObject(forbidden)
  await call(other, 'decide_invite($1, true)', [invite])
})

it('B19: a reported prompt that its author hides is taken down all the same: it is read, its author hears why and cannot show it without a review', async () => {
  const author = await member()
  const { prompt, version } = await handIn(author, 'A harmful one')
  await call(operator, 'review_prompt($1, true)', [version])
  await report(prompt)
  await as(author, 'select public.hide_prompt($1, true)', [prompt])
  expect(await call(operator, 'read_reports($1)', [prompt])).toMatchObject({
    is_show: false,
    content: { title: 'A harmful one' },
  })
  await call(operator, 'decide_reports($1, true, $2)', [prompt, 'Names a person.'])
  expect(await one('select is_show, review_status from public.prompt where id = $1', [prompt])).toEqual({
    is_show: false,
    review_status: 'returned',
  })
  await expect(as(author, 'select public.hide_prompt($1, false)', [prompt])).rejects.toMatchObject({
    message: 'prompt_not_found',
  })
  const newest = `select title, status, reason from public.prompt_version where prompt_id = $1 order by number desc limit 1`
  const returned = { title: 'A harmful one', status: 'returned', reason: 'Names a person.' }
  expect(await one(newest, [prompt])).toEqual(returned)
  expect(
    await one(`select data from public.user_alarm where user_id = $1 order by id desc limit 1`, [author.id]),
  ).toEqual({ data: { title: 'A harmful one', is_show: false, is_taken_down: true } })
})

it('B19: of a reported prompt that its author hid and went on writing, only what was shown is read and returned', async () => {
  const author = await member()
  const { prompt, version } = await handIn(author, 'As it was shown')
  await call(operator, 'review_prompt($1, true)', [version])
  await report(prompt)
  await as(author, 'select public.hide_prompt($1, true)', [prompt])
  await as(
    author,
    `update public.prompt set title = 'a private canary', review_status = 'draft' where id = $1`,
    [prompt],
  )
  const told = await call(operator, 'read_reports($1)', [prompt])
  expect(told.content).toMatchObject({ title: 'As it was shown' })
  await call(operator, 'decide_reports($1, true, $2)', [prompt, 'Harmful.'])
  const versions = await client.query(
    `select title, status from public.prompt_version where prompt_id = $1 order by number desc limit 2`,
    [prompt],
  )
  expect(versions.rows).toEqual([
    { title: 'As it was shown', status: 'returned' },
    { title: 'a private canary', status: 'draft' },
  ])
  expect(await one('select title, review_status from public.prompt where id = $1', [prompt])).toEqual({
    title: 'a private canary',
    review_status: 'returned',
  })
})

it('B19: whoever asks again for the same decision hears that it is done, and it is done once; anybody else, or anything else, hears that it is decided', async () => {
  const author = await member()
  const [approved, returned, gone] = [
    await handIn(author),
    await handIn(author, 'B'),
    await handIn(author, 'C'),
  ]
  await call(operator, 'review_prompt($1, true)', [gone.version])
  await report(gone.prompt)
  const [answered, closed] = [await ask(), await ask()]
  const [given, refused] = [await inviteThatWaits(author), await inviteThatWaits(author)]
  const blocked = await member()
  const draft = await call(operator, `save_publication('notice', $1, 'draft')`, [JSON.stringify(texts)])
  const acts: [string, unknown[], string, unknown[]][] = [
    ['review_prompt($1, true)', [approved.version], 'review_prompt($1, false, $2)', [approved.version, 'no']],
    [
      'review_prompt($1, false, $2)',
      [returned.version, 'no'],
      'review_prompt($1, false, $2)',
      [returned.version, 'never'],
    ],
    ['decide_reports($1, true, $2)', [gone.prompt, 'Copied.'], 'decide_reports($1, false)', [gone.prompt]],
    ['hide_prompt($1, $2)', [approved.prompt, 'Copied.'], 'hide_prompt($1, $2)', [approved.prompt, 'Old.']],
    ['answer($1, $2, true)', [answered, 'Because.'], 'answer($1, $2, true)', [answered, 'No.']],
    ['close_question($1, true)', [closed], 'answer($1, $2, true)', [closed, 'No.']],
    ['close_question($1, false)', [closed], 'close_question($1, false)', [answered]],
    ['decide_invite($1, true)', [given], 'decide_invite($1, false)', [given]],
    ['decide_invite($1, false)', [refused], 'decide_invite($1, true)', [refused]],
    ['block_member($1, true, $2)', [blocked.id, 'spam'], 'block_member($1, true, $2)', [blocked.id, 'other']],
    [`delete_publication('notice', $1)`, [draft.id], `delete_publication('notice', $1)`, [999_999]],
  ]
  for (const [act, values, otherAct, otherValues] of acts) {
    const before = await countActs()
    await call(operator, act, values)
    await call(operator, act, values)
    expect(await countActs(), act).toBe(before + 1)
    await expect(call(other, act, values), `${act} by another`).rejects.toMatchObject(decidedAlready)
    await expect(call(operator, otherAct, otherValues), otherAct).rejects.toMatchObject(decidedAlready)
  }
  const alarms = await one(`select count(*)::int from public.user_alarm where user_id = $1`, [author.id])
  expect(alarms.count).toBe(6)
})

it('B19: what somebody else did since is no repetition of an earlier act', async () => {
  const blocked = await member()
  await call(operator, 'block_member($1, true, $2)', [blocked.id, 'spam'])
  await call(other, 'block_member($1, false, $2)', [blocked.id, 'a mistake'])
  await call(other, 'block_member($1, true, $2)', [blocked.id, 'spam'])
  await expect(call(operator, 'block_member($1, true, $2)', [blocked.id, 'spam'])).rejects.toMatchObject(
    decidedAlready,
  )
})

const texts = {
  type: 'info',
  title_ko: '제목',
  title_en: 'Title',
  summary_ko: '요약',
  summary_en: 'Summary',
  content_ko: '본문',
  content_en: 'Text',
  is_important: true,
}
const save = (
  who: TestMember,
  kind: 'notice' | 'article',
  content: object,
  publish: string,
  base: [number, number] | [] = [],
) =>
  call(who, `save_publication($1, $2, $3, $4, $5)`, [
    kind,
    JSON.stringify(content),
    publish,
    base[0] ?? null,
    base[1] ?? null,
  ])

it('B25: a new publication whose answer was lost is made once, and what was typed since is a change of it', async () => {
  for (const kind of ['notice', 'article'] as const) {
    const made = { ...texts, key: 'console-0123456789ab', type: 'info' }
    const at = '2099-12-01T00:00:00.000Z'
    const first = await save(operator, kind, made, at)
    expect(await save(operator, kind, made, at)).toEqual(first)
    const changed = await save(operator, kind, { ...made, title_en: 'More' }, at)
    expect(changed).toMatchObject({ id: first.id, revision: 1 })
    await expect(save(other, kind, made, at)).rejects.toMatchObject({ message: 'edit_conflict' })
    const rows = await one(`select count(*)::int, max(title_en) as title from public.${kind}`)
    expect(rows).toEqual({ count: 1, title: 'More' })
  }
  await expect(save(operator, 'notice', { ...texts, key: 'a-file-of-ours' }, 'draft')).rejects.toMatchObject({
    message: 'invalid_field',
  })
})

it('B25: a change whose answer was lost is one change; a colleague who saves the same is told, as with other words', async () => {
  const draft = await save(operator, 'notice', texts, 'draft')
  const base: [number, number] = [draft.id, draft.revision]
  const shown = await save(operator, 'notice', texts, 'now', base)
  expect(await save(operator, 'notice', texts, 'now', base)).toEqual(shown)
  expect(shown.revision).toBe(1)
  await expect(save(other, 'notice', texts, 'now', base)).rejects.toMatchObject({ message: 'edit_conflict' })
  await expect(
    save(operator, 'notice', { ...texts, title_ko: '다른 제목' }, 'now', base),
  ).rejects.toMatchObject({ message: 'edit_conflict' })
})

it('B25: a publication is scheduled for a time that lies ahead', async () => {
  for (const past of ['2020-01-01T00:00:00.000Z', new Date().toISOString()])
    await expect(save(operator, 'notice', texts, past)).rejects.toMatchObject({ message: 'invalid_field' })
})

it('N06: an alarm that cannot be made has its words, and what it tells of does not happen without it', async () => {
  const asker = await member()
  const question = await ask()
  await client.query('update public.contact set user_id = $2 where id = $1', [question, asker.id])
  const { version } = await handIn(await member())
  await client.query(`alter table public.user_alarm add constraint canary check (false) not valid`)
  const failed = { code: 'P0001', message: 'alarm_create_failed' }
  await expect(call(operator, 'answer($1, $2, true)', [question, 'Yes.'])).rejects.toMatchObject(failed)
  await expect(call(operator, 'review_prompt($1, true)', [version])).rejects.toMatchObject(failed)
  await client.query('alter table public.user_alarm drop constraint canary')
  await call(operator, 'answer($1, $2, true)', [question, 'Yes.'])
  await call(operator, 'review_prompt($1, true)', [version])
})

it('security 18: what the console reads of questions and publications are the columns that it shows', async () => {
  const question = await call(operator, 'read_question($1)', [await ask()])
  expect(Object.keys(question).toSorted()).toEqual(
    [
      'answer',
      'answered_at',
      'answered_by',
      'asker',
      'closed_at',
      'created_at',
      'description',
      'email',
      'email_state',
      'id',
      'language',
      'sent_at',
      'title',
      'type',
      'user_id',
    ].toSorted(),
  )
  await client.query('alter table public.notice add column canary text default $$a$$')
  const { id } = await save(operator, 'notice', texts, 'draft')
  const read = await call(operator, `read_publication('notice', $1)`, [id])
  expect(read).toMatchObject({ ...texts, id, revision: 0, is_shown: false, announced_at: null })
  expect(Object.keys(read)).not.toContain('canary')
})
