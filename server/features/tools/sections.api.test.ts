// Partial changes of a text: the outline before it is written, one section that is offered anew after.
import { afterAll, expect, it } from 'vitest'
import { answerLikeAModel, elementOf, promptOf } from '#server/adapters/fakes/fake-answers.ts'
import { readEvents, textOf } from '#server/testing/read-events.ts'
import type { Member, TestProduct } from '#server/testing/test-product.ts'
import { briefOf, caseOf, closeCases, end, lastRow, post, run } from '#server/testing/tool-cases.ts'
import { measureText } from '#shared/measure.ts'
import { plainAnswer } from '#shared/rendered-text.ts'
import { findSections, sectionBody } from '#shared/sections.ts'
import { estimateSection } from '#shared/edit-prices.ts'
import type { EditEvent } from '#shared/tools.ts'
import { refusalOf } from '#server/testing/refusals.ts'

afterAll(closeCases)

it.each(['article', 'document', 'business-plan'] as const)(
  'the outline of a %s can be reviewed and changed before the text is written',
  async (tool) => {
    const { test, fake } = await caseOf('anthropic')
    const member = await test.member({ token: 200_000 })
    fake.reply = answerLikeAModel
    fake.calls.length = 0
    const looked = await run(test, member, tool, {
      ...briefOf(tool).form,
      // Sections get their share of a requested length.
      length: 1_500,
      outline_first: true,
    })
    expect(fake.calls.map(({ part }) => part)).toEqual(['outline'])
    expect(end(looked).status).toBe('stopped')
    expect(end(looked).token).toBeGreaterThan(0)
    const planned = await lastRow(test, member.id)
    expect([planned.content, planned.outline.length > 1]).toEqual(['', true])
    const outline = [planned.outline[1]!, '내가 고친 제목\n- 내가 적은 요점']
    fake.calls.length = 0
    const written = await run(test, member, `run/${planned.id}/again`, { mode: 'continue', outline })
    expect(fake.calls.map(({ part }) => part)).not.toContain('outline')
    expect(elementOf(promptOf(fake.calls.find(({ part }) => part === 'text')!), 'plan')).toMatch(
      /## 내가 고친 제목\n\(about \d+ characters\)\n- 내가 적은 요점/,
    )
    expect(findSections(textOf(written)).map(({ heading }) => heading)).toEqual([
      planned.outline[1]!.split('\n')[0],
      '내가 고친 제목',
    ])
    expect(await lastRow(test, member.id)).toMatchObject({ id: planned.id, status: 'done', outline })
    for (const wrong of [[], [''], ['\n- point'], Array(21).fill('a'), 'a', ['a'.repeat(201)]])
      expect(
        (await post(test, member, `run/${planned.id}/again`, { mode: 'regenerate', outline: wrong })).status,
      ).toBe(400)
  },
)

/** Runs the command on a section. @returns its text, and its last event */
async function rewrite(test: TestProduct, member: Member, id: number, body: object) {
  const response = await post(test, member, 'edit', { feature: 'section', id, ...body })
  expect(response.status).toBe(200)
  const events = (await readEvents<EditEvent>(response)).map(({ event }) => event)
  const done = events.at(-1)!
  if (done.type !== 'done') throw new Error('wrong last event')
  return { offered: events.map((event) => (event.type === 'text' ? event.delta : '')).join(''), done }
}

it('one section is offered anew: metered, from the whole order, and the text stays as it is', async () => {
  const { test, fake } = await caseOf('openai')
  const member = await test.member()
  fake.reply = answerLikeAModel
  await run(test, member, 'document', briefOf('document').form)
  const before = await lastRow(test, member.id)
  const second = findSections(before.content)[1]!
  fake.calls.length = 0
  const written = '새로 쓴 첫 문장입니다. '.repeat(12)
  fake.reply = () => ({ text: written })
  const section = { number: 1, heading: second.heading }
  const { offered, done } = await rewrite(test, member, before.id, { section, instruction: '더 짧게' })
  const prompt = promptOf(fake.calls[0]!)
  expect([
    fake.calls.length,
    elementOf(prompt, 'change to this section'),
    elementOf(prompt, 'purpose'),
  ]).toEqual([1, '더 짧게', briefOf('document').form.purpose])
  expect(offered.trim()).toBe(written.trim())
  expect(await lastRow(test, member.id)).toEqual(before)
  const { ceiling } = estimateSection(
    { text: before.content, section: sectionBody(before.content, second), instruction: '더 짧게' },
    'gpt',
  )
  expect(done.token).toBeGreaterThan(0)
  expect(done.token).toBeLessThanOrEqual(ceiling)
  const edit = await test.database
    .selectFrom('tool_edit')
    .select(['feature', 'status', 'result', 'token'])
    .where('tool_use_id', '=', before.id)
    .execute()
  expect(edit).toEqual([{ feature: 'section', status: 'done', result: offered, token: done.token }])

  const ask = (of: Member, body: object) =>
    post(test, of, 'edit', { id: before.id, feature: 'section', ...body })
  const stale = await ask(member, { section: { ...section, heading: 'another' } })
  expect(await refusalOf(stale)).toEqual([409, 'edit_conflict'])
  expect((await ask(member, { section: { ...section, number: 99 } })).status).toBe(404)
  expect((await ask(member, { feature: 'section-fit', section })).status).toBe(400)
  expect((await ask(member, {})).status).toBe(400)
  expect((await ask(await test.member(), { section })).status).toBe(404)
})

it('a section of a text that a run writes is not offered anew', async () => {
  const { test } = await caseOf('openai')
  const member = await test.member()
  const { id } = await test.database
    .insertInto('tool_use')
    .values({
      user_id: member.id,
      tool: 'document',
      status: 'running',
      request: JSON.stringify({ topic: '가을 산책', prompt_use: 1 }),
      language: 'Korean',
      model: 'gpt',
      content: '## 준비\n물 한 병.',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const section = { number: 0, heading: '준비' }
  const response = await post(test, member, 'edit', { id, feature: 'section', section })
  expect(await refusalOf(response)).toEqual([409, 'request_in_progress'])
  await test.database.deleteFrom('tool_use').where('id', '=', id).execute()
})

it('rows2 1: a section of a text from a prompt’s answer is rewritten from its title; the whole is not', async () => {
  const { test, fake } = await caseOf('openai')
  const member = await test.member()
  const { id } = await test.database
    .insertInto('tool_use')
    .values({
      user_id: member.id,
      tool: 'document',
      status: 'done',
      stage: 'done',
      request: JSON.stringify({ topic: '가을 산책', prompt_use: 1 }),
      language: 'Korean',
      model: 'gpt',
      title: '가을 산책',
      content: '## 준비\n물 한 병.\n\n## 길\n두 시간.',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  fake.calls.length = 0
  fake.reply = () => ({ text: '물 두 병과 겉옷을 챙깁니다. '.repeat(12) })
  const { offered } = await rewrite(test, member, id, { section: { number: 0, heading: '준비' } })
  expect(elementOf(promptOf(fake.calls[0]!), 'topic')).toBe('가을 산책')
  expect(offered).toMatch(/^물 두 병/)
  const again = await post(test, member, `run/${id}/again`, { mode: 'regenerate' })
  expect(await refusalOf(again)).toEqual([400, 'missing_request_info'])
})

it('a section whose model fails costs nothing, and the text stays unchanged and done', async () => {
  const { test, fake } = await caseOf('openai')
  const member = await test.member()
  fake.reply = answerLikeAModel
  await run(test, member, 'document', briefOf('document').form)
  const before = await lastRow(test, member.id)
  const { heading } = findSections(before.content)[0]!
  fake.reply = () => ({ text: '끊기는 글입니다. '.repeat(30), fault: { after: 12, kind: 'reset' } })
  const { done } = await rewrite(test, member, before.id, { section: { number: 0, heading } })
  expect(done).toMatchObject({ status: 'failed', token: 0, available: 100_000 - before.token })
  expect(await lastRow(test, member.id)).toEqual(before)
})

it('T08: an answer that the member made too long is offered within its limit', async () => {
  const { test, fake } = await caseOf('openai')
  const member = await test.member()
  fake.reply = answerLikeAModel
  const { form } = briefOf('cover-letter')
  await run(test, member, 'cover-letter', form)
  const { id, content } = await lastRow(test, member.id)
  const [first, second] = findSections(content)
  const long = `${content.slice(0, first!.end).trimEnd()} ${'더 쓴 문장입니다. '.repeat(80).trim()}\n\n${content.slice(second!.start)}`
  await test.database.updateTable('tool_use').set({ content: long }).where('id', '=', id).execute()
  const section = { number: 0, heading: first!.heading }
  const { offered } = await rewrite(test, member, id, { feature: 'section-fit', section })
  const { limit, unit } = form.questions[0]!
  expect(measureText(plainAnswer(offered), unit)).toBeLessThanOrEqual(limit)
  expect((await lastRow(test, member.id)).content).toBe(long)
})
