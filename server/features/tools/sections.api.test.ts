// Partial changes of a text: the outline before it is written, one section after.
import { afterAll, expect, it } from 'vitest'
import { answerLikeAModel, elementOf, promptOf } from '#server/adapters/fakes/fake-answers.ts'
import { textOf } from '#server/testing/read-events.ts'
import { briefOf, caseOf, closeCases, end, lastRow, post, run } from '#server/testing/tool-cases.ts'
import { measureText } from '#shared/measure.ts'
import { plainAnswer } from '#shared/rendered-text.ts'
import { findSections, sectionBody } from '#shared/sections.ts'
import { estimateSection } from '#shared/tool-prices.ts'
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

it('one section is rewritten alone: metered, the rest unchanged, the text before as a version', async () => {
  const { test, fake } = await caseOf('openai')
  const member = await test.member()
  fake.reply = answerLikeAModel
  await run(test, member, 'document', briefOf('document').form)
  const before = await lastRow(test, member.id)
  const [first, second, third] = findSections(before.content)
  fake.calls.length = 0
  fake.reply = () => ({ text: '새로 쓴 첫 문장입니다. '.repeat(12) })
  const order = { section: 1, heading: second!.heading, mode: 'rewrite', instruction: '더 짧게' }
  const events = await run(test, member, `run/${before.id}/section`, order)
  const prompt = promptOf(fake.calls[0]!)
  expect([
    fake.calls.length,
    elementOf(prompt, 'change to this section'),
    elementOf(prompt, 'purpose'),
  ]).toEqual([1, '더 짧게', briefOf('document').form.purpose])
  const after = await lastRow(test, member.id)
  expect(after.content).toBe(textOf(events))
  const body = '새로 쓴 첫 문장입니다. '.repeat(12).trim()
  expect(after.content).toBe(
    `${before.content.slice(0, first!.end)}## ${second!.heading}\n\n${body}\n\n${before.content.slice(third!.start)}`,
  )
  expect(end(events).token).toBe(after.token - before.token)
  expect(end(events).token).toBeGreaterThan(0)
  const { ceiling } = estimateSection(
    { text: before.content, section: sectionBody(before.content, second!), instruction: '더 짧게' },
    'gpt',
  )
  expect(end(events).token).toBeLessThanOrEqual(ceiling)
  const versions = await test.database
    .selectFrom('tool_use_version')
    .select(['content', 'made_by'])
    .where('tool_use_id', '=', before.id)
    .execute()
  expect(versions).toEqual([{ content: before.content, made_by: 'run' }])

  const stale = await post(test, member, `run/${before.id}/section`, { ...order, heading: 'another' })
  expect(await refusalOf(stale)).toEqual([409, 'edit_conflict'])
  expect((await post(test, member, `run/${before.id}/section`, { ...order, section: 99 })).status).toBe(404)
  expect((await post(test, member, `run/${before.id}/section`, { ...order, mode: 'fit' })).status).toBe(400)
  expect((await post(test, await test.member(), `run/${before.id}/section`, order)).status).toBe(404)
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
  await run(test, member, `run/${id}/section`, { section: 0, heading: '준비', mode: 'rewrite' })
  expect(elementOf(promptOf(fake.calls[0]!), 'topic')).toBe('가을 산책')
  expect((await lastRow(test, member.id)).content).toMatch(/^## 준비\n\n물 두 병.*\n\n## 길\n두 시간\.$/s)
  const again = await post(test, member, `run/${id}/again`, { mode: 'regenerate' })
  expect(await refusalOf(again)).toEqual([400, 'missing_request_info'])
})

it('a failed section costs nothing, and the text stays unchanged and done', async () => {
  const { test, fake } = await caseOf('openai')
  const member = await test.member()
  fake.reply = answerLikeAModel
  await run(test, member, 'document', briefOf('document').form)
  const before = await lastRow(test, member.id)
  const { heading } = findSections(before.content)[0]!
  fake.reply = () => ({ text: '끊기는 글입니다. '.repeat(30), fault: { after: 12, kind: 'reset' } })
  const events = await run(test, member, `run/${before.id}/section`, { section: 0, heading, mode: 'rewrite' })
  expect(end(events)).toMatchObject({ status: 'failed', token: 0, available: 100_000 - before.token })
  const after = await lastRow(test, member.id)
  expect(after).toMatchObject({
    status: 'done',
    content: before.content,
    error_code: null,
    token: before.token,
  })
})

it('T08: an answer that the member made too long is fitted to its limit on request, and the others stay', async () => {
  const { test, fake } = await caseOf('openai')
  const member = await test.member()
  fake.reply = answerLikeAModel
  const { form } = briefOf('cover-letter')
  await run(test, member, 'cover-letter', form)
  const { id, content } = await lastRow(test, member.id)
  const [first, second] = findSections(content)
  const long = `${content.slice(0, first!.end).trimEnd()} ${'더 쓴 문장입니다. '.repeat(80).trim()}\n\n${content.slice(second!.start)}`
  await test.database.updateTable('tool_use').set({ content: long }).where('id', '=', id).execute()
  await run(test, member, `run/${id}/section`, { section: 0, heading: first!.heading, mode: 'fit' })
  const fitted = (await lastRow(test, member.id)).content
  const [answer, other] = findSections(fitted)
  const { limit, unit } = form.questions[0]!
  expect(measureText(plainAnswer(sectionBody(fitted, answer!)), unit)).toBeLessThanOrEqual(limit)
  expect(sectionBody(fitted, other!)).toBe(sectionBody(content, second!))
})
