// What operators decide in the console: prompts, reports, questions, publications, rewards. Each is decided once.
import { afterAll, expect, it } from 'vitest'
import type { TestMember } from '#scripts/testing/database.ts'
import { runAs } from './as-actor.ts'
import { liftedSession, openConsole } from './console-cases.ts'

const { client, member, as, handIn, waitingOf, close } = await openConsole()
afterAll(close)
const operator = await member('operator')

const call = async (text: string, values: unknown[] = []) =>
  (await as(operator, `select public.${text} as result`, values)).rows[0].result
const one = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows[0]
const acts = async () =>
  (
    await client.query(
      'select act, subject_id, member_id, details from private.operator_log order by id desc limit 1',
    )
  ).rows[0]
const decidedAlready = { message: 'not_found' }

const shown = (prompt: number) =>
  one('select title, is_show, review_status from public.prompt where id = $1', [prompt])
const alarms = async (who: TestMember) =>
  (await client.query('select kind, data from public.user_alarm where user_id = $1 order by id', [who.id]))
    .rows

it('P16, B40: a prompt is reviewed with what it would replace, once; its author hears of it and reads the reason', async () => {
  const author = await member()
  const { prompt, version } = await handIn(author)
  expect((await call('operator_list_reviews()')).map(({ id }: { id: number }) => id)).toContain(version)
  expect(await call('operator_read_review($1)', [version])).toMatchObject({
    status: 'in_review',
    shown: null,
    content: { title: 'Plan a week', prompt_model_id: 1 },
  })
  await call('operator_review_prompt($1, true)', [version])
  await expect(call('operator_review_prompt($1, false, $2)', [version, 'no'])).rejects.toMatchObject(
    decidedAlready,
  )
  expect(await acts()).toMatchObject({
    act: 'prompt_approve',
    subject_id: String(prompt),
    member_id: author.id,
  })

  await as(author, `select public.edit_prompt($1, '{"title": "Plan a month"}', true)`, [prompt])
  const edit = await waitingOf(prompt)
  expect(await call('operator_read_review($1)', [edit])).toMatchObject({
    shown: { title: 'Plan a week' },
    content: { title: 'Plan a month' },
  })
  await expect(call('operator_review_prompt($1, false, $2)', [edit, ' '])).rejects.toMatchObject({
    message: 'check_required_fields',
  })
  await call('operator_review_prompt($1, false, $2)', [edit, 'Say which month.'])
  expect(await shown(prompt)).toMatchObject({ title: 'Plan a week', is_show: true })
  expect(await one('select status, reason from public.prompt_version where id = $1', [edit])).toEqual({
    status: 'returned',
    reason: 'Say which month.',
  })
  expect(await alarms(author)).toEqual([
    { kind: 'prompt_reviewed', data: { title: 'Plan a week', is_show: true } },
    { kind: 'prompt_reviewed', data: { title: 'Plan a month', is_show: false, is_edit: true } },
  ])
})

it('P16, B19: a near-duplicate of what waits is named', async () => {
  const text = 'Write a friendly newsletter about gardening for people who live in small flats'
  const first = await handIn(await member(), text)
  await call('operator_review_prompt($1, true)', [first.version])
  const second = await handIn(await member(), text)
  const read = await call('operator_read_review($1)', [second.version])
  expect(read.similar).toMatchObject([{ id: first.prompt, title: text }])
})

it('screens 18: of two that wait together each names the other; the author is told of the own one, nobody else', async () => {
  const text = 'Draw up a cleaning rota for four students who share a kitchen and never agree on anything'
  const author = await member()
  const first = await handIn(author, text)
  const second = await handIn(await member(), text)
  const read = await call('operator_read_review($1)', [second.version])
  expect(read.similar).toMatchObject([{ id: first.prompt, version_id: Number(first.version), title: text }])
  const likesOf = async (who: TestMember) =>
    (await as(who, 'select id from public.find_similar_prompts($1, $1)', [text])).rows.map(({ id }) =>
      Number(id),
    )
  expect(await likesOf(author)).toEqual([Number(first.prompt)])
  expect(await likesOf(await member())).toEqual([])
})

it('B19: what an operator takes down stays down: its author cannot show it again without a review, and reads why', async () => {
  const author = await member()
  const { prompt, version } = await handIn(author, 'Plan a wedding')
  await call('operator_review_prompt($1, true)', [version])
  await call('operator_hide_prompt($1, $2)', [prompt, 'Names a person.'])
  expect(await shown(prompt)).toMatchObject({ is_show: false, review_status: 'returned' })
  await expect(as(author, 'select public.hide_prompt($1, false)', [prompt])).rejects.toMatchObject({
    message: 'prompt_not_found',
  })
  const newest = await one(
    'select status, reason from public.prompt_version where prompt_id = $1 order by number desc limit 1',
    [prompt],
  )
  expect(newest).toEqual({ status: 'returned', reason: 'Names a person.' })
  expect((await alarms(author)).at(-1)).toMatchObject({ data: { is_show: false, is_taken_down: true } })
  await expect(call('operator_hide_prompt($1, $2)', [prompt, 'again'])).rejects.toMatchObject(decidedAlready)

  await as(
    author,
    `update public.prompt set description = 'without names', review_status = 'in_review' where id = $1`,
    [prompt],
  )
  await call('operator_review_prompt($1, true)', [await waitingOf(prompt)])
  expect(await shown(prompt)).toMatchObject({ is_show: true })
  const tokens = await one('select token from public.user_usage where id = $1', [author.id])
  expect(tokens).toEqual({ token: '2000' })
})

it('B19: what was never handed in is not told: drafts, and what an author writes while a prompt is not shown', async () => {
  const author = await member()
  const { prompt, version } = await handIn(author, 'Shown for a while')
  await call('operator_review_prompt($1, true)', [version])
  await as(author, `select public.edit_prompt($1, '{"title": "a private canary"}', false)`, [prompt])
  const draft = await one(`select id from public.prompt_version where prompt_id = $1 and status = 'draft'`, [
    prompt,
  ])
  expect(await call('operator_read_review($1)', [draft.id])).toMatchObject({
    status: 'draft',
    content: null,
    similar: [],
  })
  const reader = await member()
  await as(reader, `insert into public.prompt_report (prompt_id, user_id, reason) values ($1, $2, 'other')`, [
    prompt,
    reader.id,
  ])
  await as(author, 'select public.hide_prompt($1, true)', [prompt])
  await as(
    author,
    `update public.prompt set title = 'a private canary', review_status = 'draft' where id = $1`,
    [prompt],
  )
  const told = [await call('operator_list_reports()'), await call('operator_read_reports($1)', [prompt])]
  expect(JSON.stringify(told)).not.toContain('canary')
  await call('operator_decide_reports($1, false)', [prompt])
})

it('B19: an edit that waits is returned with the prompt that is taken down', async () => {
  const author = await member()
  const { prompt, version } = await handIn(author)
  await call('operator_review_prompt($1, true)', [version])
  await as(author, `select public.edit_prompt($1, '{"title": "Other"}', true)`, [prompt])
  const edit = await waitingOf(prompt)
  await call('operator_hide_prompt($1, $2)', [prompt, 'Copied.'])
  expect(await one('select status, reason from public.prompt_version where id = $1', [edit])).toEqual({
    status: 'returned',
    reason: 'Copied.',
  })
})

it('B19: all reports of a prompt are decided together, once: it stays, or goes with a reason', async () => {
  const report = async (prompt: number, reason: string) => {
    const reader = await member()
    await as(
      reader,
      'insert into public.prompt_report (prompt_id, user_id, reason, detail) values ($1, $2, $3, $4)',
      [prompt, reader.id, reason, 'look'],
    )
  }
  const [kept, gone] = [
    await handIn(await member(), 'A harmless one'),
    await handIn(await member(), 'A copied one'),
  ]
  for (const { version } of [kept, gone]) await call('operator_review_prompt($1, true)', [version])
  await report(kept.prompt, 'other')
  await report(gone.prompt, 'copied')
  await report(gone.prompt, 'harmful')
  expect(await call('operator_list_reports()')).toMatchObject([
    { prompt_id: kept.prompt, count: 1, reasons: ['other'] },
    { prompt_id: gone.prompt, count: 2, reasons: ['copied', 'harmful'] },
  ])
  expect((await call('operator_read_reports($1)', [gone.prompt])).reports).toMatchObject([
    { reason: 'copied', detail: 'look' },
    { reason: 'harmful' },
  ])
  await call('operator_decide_reports($1, false)', [kept.prompt])
  await expect(call('operator_decide_reports($1, true)', [gone.prompt])).rejects.toMatchObject({
    message: 'check_required_fields',
  })
  await call('operator_decide_reports($1, true, $2)', [gone.prompt, 'It is a copy.'])
  await expect(call('operator_decide_reports($1, false)', [gone.prompt])).rejects.toMatchObject(
    decidedAlready,
  )
  expect([await shown(kept.prompt), await shown(gone.prompt)]).toMatchObject([
    { is_show: true },
    { is_show: false },
  ])
  expect(await acts()).toMatchObject({
    act: 'report_remove',
    details: { reports: 2, reason: 'It is a copy.' },
  })
  expect(await call('operator_list_reports()')).toEqual([])
})

it('rows1 4, O04: every operator who may work hears of a new question, without what it says', async () => {
  const [asker, blocked] = [await member(), await member('operator')]
  await client.query(`update public."user" set is_block = true where id = $1`, [blocked.id])
  const { id } = await one(
    `insert into public.contact (type, email, title, description, language) values ('etc', 'a@example.com', 'Canary', 'd', 'en') returning id`,
  )
  const { rows } = await client.query(
    `select user_id, data from public.user_alarm where kind = 'question_asked' and source_id = $1`,
    [String(id)],
  )
  expect(rows).toContainEqual({ user_id: operator.id, data: {} })
  const told = rows.map(({ user_id }) => user_id)
  expect(told).not.toContain(asker.id)
  expect(told).not.toContain(blocked.id)
  await client.query('delete from public.contact where id = $1', [id])
})

it('O04: a question is answered or closed, once; its member gets an alarm; closing can be taken back', async () => {
  const asker = await member()
  const ask = async () =>
    Number(
      (
        await one(
          `insert into public.contact (user_id, type, email, title, description, language) values ($1, 'error', 'a@example.com', 'Why?', 'd', 'en') returning id`,
          [asker.id],
        )
      ).id,
    )
  const [first, second] = [await ask(), await ask()]
  // The server's own call, as the operator.
  const answer = async (values: [number, string]) =>
    (
      await runAs(
        client,
        { role: 'postgres', ...liftedSession(operator) },
        'select private.operator_answer($1, $2, true) as result',
        values,
        true,
      )
    ).rows[0].result
  expect(await call('operator_list_questions(true)')).toMatchObject([
    { id: first, asker: asker.nickname },
    { id: second },
  ])
  expect(await call(`operator_list_questions(true, 'company')`)).toEqual([])
  await expect(answer([first, ' '])).rejects.toMatchObject({
    message: 'check_required_fields',
  })
  expect(await answer([first, 'Because.'])).toBe(true)
  expect(await answer([first, 'Because.'])).toBe(false)
  await expect(
    as(operator, 'select private.operator_answer($1, $2, true)', [second, 'x']),
  ).rejects.toMatchObject({ code: '42501' })
  await expect(answer([first, 'No.'])).rejects.toMatchObject(decidedAlready)
  await expect(call('operator_close_question($1, true)', [first])).rejects.toMatchObject(decidedAlready)
  expect(await alarms(asker)).toEqual([{ kind: 'contact_reply', data: { title: 'Why?' } }])
  await call('operator_close_question($1, true)', [second])
  await expect(answer([second, 'x'])).rejects.toMatchObject(decidedAlready)
  expect(await call('operator_list_questions(false)')).toMatchObject([
    { id: second, is_undelivered: false },
    { id: first, is_undelivered: false },
  ])
  await client.query(
    `update private.email_outbox set state = 'refused', recipient = null, ended_at = now() where idempotency_key = 'answer:' || $1`,
    [first],
  )
  expect(await call('operator_list_questions(false)')).toMatchObject([{}, { is_undelivered: true }])
  expect(await call('operator_read_overview()')).toMatchObject({ undelivered: 1 })
  expect(await call('operator_read_question($1)', [first])).toMatchObject({
    answered_by: operator.nickname,
    email_state: 'refused',
  })
  await call('operator_close_question($1, false)', [second])
  expect(await call('operator_read_question($1)', [second])).toMatchObject({
    closed_at: null,
    asker: asker.nickname,
  })
  await answer([second, 'Because, too.'])
})

const texts = {
  type: 'tip',
  title_ko: '제목',
  title_en: 'Title',
  summary_ko: '요약',
  summary_en: 'Summary',
  content_ko: '본문',
  content_en: 'Text',
}
const save = (content: object, publish: string, id: number | null = null, revision: number | null = null) =>
  call(`operator_save_publication('article', $1, $2, $3, $4)`, [
    JSON.stringify(content),
    publish,
    id,
    revision,
  ])

it('B25: a draft may have gaps, what is published has none; two operators who edit one text do not go over each other', async () => {
  const draft = await save({ ...texts, content_en: '' }, 'draft')
  await expect(save({ ...texts, content_en: '' }, 'now', draft.id, draft.revision)).rejects.toMatchObject({
    message: 'invalid_field',
  })
  for (const wrong of [{ type: 'update' }, { title_ko: '가'.repeat(101) }, { summary_en: null }])
    await expect(save({ ...texts, ...wrong }, 'draft'), JSON.stringify(wrong)).rejects.toMatchObject({
      message: 'invalid_field',
    })
  await expect(save(texts, 'tomorrow')).rejects.toMatchObject({ message: 'invalid_field' })
  const shownNow = await save(texts, 'now', draft.id, draft.revision)
  const older = { ...texts, title_en: 'Older' }
  await expect(save(older, 'now', draft.id, draft.revision)).rejects.toMatchObject({
    message: 'edit_conflict',
  })
  await expect(call(`operator_delete_publication('article', $1)`, [draft.id])).rejects.toMatchObject(
    decidedAlready,
  )
  const corrected = await save({ ...texts, title_en: 'Better' }, 'now', draft.id, shownNow.revision)
  expect(corrected.published_at).toBe(shownNow.published_at)
  await save(texts, 'draft', draft.id, corrected.revision)
  await call(`operator_delete_publication('article', $1)`, [draft.id])
  expect(await acts()).toMatchObject({ act: 'article_delete', details: { title_ko: '제목' } })
  expect(await call(`operator_read_publication('article', $1)`, [draft.id])).toBeNull()
})

it('B25: publications are listed by their state, of which the clock alone makes one the other', async () => {
  await client.query('delete from public.article')
  const ahead = await save(texts, new Date(Date.now() + 3_600_000).toISOString())
  const [past, draft] = [await save(texts, 'now'), await save(texts, 'draft')]
  const ids = async (state: string | null) =>
    (await call(`operator_list_publications('article', $1)`, [state])).map(({ id }: { id: number }) => id)
  expect([await ids('scheduled'), await ids('shown'), await ids('draft'), await ids(null)]).toEqual([
    [ahead.id],
    [past.id],
    [draft.id],
    [draft.id, past.id, ahead.id],
  ])
  await client.query(`update public.article set published_at = now() where id = $1`, [ahead.id])
  expect(await ids('scheduled')).toEqual([])
})

it('B28: a reward that waits is given or refused, once, and whoever invited is not left waiting', async () => {
  const inviter = await member()
  await client.query('update private.invite_rule set daily_max = 0')
  for (const friend of [await member(), await member()])
    await client.query(
      'select private.finish_sign_up($1, (select recommend_code from public."user" where id = $2))',
      [friend.id, inviter.id],
    )
  const [first, second] = await call('operator_list_invites()')
  expect(first).toMatchObject({ inviter: inviter.nickname, inviter_total: 2, inviter_day: 2 })
  await call('operator_decide_invite($1, true)', [first.id])
  await call('operator_decide_invite($1, false)', [second.id])
  for (const [{ id }, isGiven] of [
    [first, false],
    [second, true],
  ])
    await expect(call('operator_decide_invite($1, $2)', [id, isGiven])).rejects.toMatchObject(decidedAlready)
  const { rows } = await as(inviter, 'select public.read_invites() as told')
  expect(rows[0].told).toMatchObject({
    waiting: 0,
    friends: [
      { is_rewarded: false, is_refused: true },
      { is_rewarded: true, is_refused: false },
    ],
  })
  expect(await one('select token from public.user_usage where id = $1', [inviter.id])).toEqual({
    token: '100000',
  })
})

it('B19: the overview counts what waits and what happened today', async () => {
  const before = await call('operator_read_overview()')
  const author = await member()
  await handIn(author, 'One more')
  await client.query(
    `insert into private.run (kind, subject_id, member_id, payer_id, status, held_token, held_image, lease_until, ended_at)
     values ('tool_use', 1, $1, $1, 'failed', 0, 0, now(), now())`,
    [author.id],
  )
  await client.query(
    `insert into public.token_history (user_id, spender_id, kind, amount, balance_after, idempotency_key) values ($1, $1, 'operator', 9, 0, 'g'), ($1, $1, 'use', -7, 0, 'u')`,
    [author.id],
  )
  const after = await call('operator_read_overview()')
  expect(after).toMatchObject({
    prompts: before.prompts + 1,
    sign_ups: before.sign_ups + 1,
    runs: { all: before.runs.all + 1, failed: before.runs.failed + 1 },
    tokens: before.tokens + 7,
    charged: 0,
    dead_jobs: 0,
  })
})
