// Short texts: two drafts, the better one with its passages corrected.
import { afterAll, beforeEach, expect, it } from 'vitest'
import { answerLikeAModel, elementOf, promptOf } from '#server/adapters/fakes/fake-answers.ts'
import { choiceOf, type FakeCall, type Reply } from '#server/adapters/fakes/fake-provider.ts'
import { textOf } from '#server/testing/read-events.ts'
import { briefOf, caseOf, closeCases, end, lastRow, run } from '#server/testing/tool-cases.ts'

afterAll(closeCases)

const { test, fake } = await caseOf('openai')
const brief = briefOf('email', 'English').form
const first = 'Dear Ms Kim,\n\nMay we come on Saturdays? We would bring our own cups.\n\nBest wishes,\nJo'
const second = 'Dear Ms Kim,\n\nYour hall is empty on Saturdays. May we fill it? We are quiet.\n\nThanks,\nJo'

beforeEach(() => {
  fake.calls.length = 0
})

const isSecond = (call: FakeCall) => promptOf(call).includes('<ideas>')

/** An e-mail from these answers to the second draft and to the choice. */
async function emailAfter(replies: { second?: Reply; choice: Reply }, form: object = {}, draft = first) {
  fake.reply = (call) => {
    if (call.part === 'choice') return replies.choice
    if (call.part !== 'text') return answerLikeAModel(call)
    return isSecond(call)
      ? (replies.second ?? { text: `<ideas>\n- The empty hall.\n</ideas>\n\n# Your empty hall\n\n${second}` })
      : { text: `# Saturdays\n\n${draft}` }
  }
  const member = await test.member()
  const events = await run(test, member, 'email', { ...brief, ...form })
  const row = await lastRow(test, member.id)
  expect([end(events).status, row.content]).toEqual(['done', textOf(events)])
  return { title: row.title, content: row.content }
}

it('the second draft takes the place of the first with its title, its passages corrected', async () => {
  const choice = choiceOf('2', [
    ['# Your empty hall', '# Your hall on Saturdays'],
    ['We are quiet.', 'We would bring our own cups.'],
  ])
  expect(await emailAfter({ choice: { text: choice } })).toEqual({
    title: 'Your hall on Saturdays',
    content: second.replace('We are quiet.', 'We would bring our own cups.'),
  })
  const asked = promptOf(fake.calls.find(({ part }) => part === 'choice')!)
  expect(elementOf(asked, 'draft 1')).toBe(`# Saturdays\n\n${first}`)
  expect(elementOf(asked, 'draft 2')).toBe(`# Your empty hall\n\n${second}`)
})

it.each([
  ['fails', { status: 500 }],
  ['is no choice', { text: 'I would rather not.' }],
  ['chooses the first one', { text: choiceOf('1') }],
] satisfies [string, Reply][])('the first draft stays when the choice %s', async (_, choice) => {
  expect(await emailAfter({ choice })).toEqual({ title: 'Saturdays', content: first })
})

it('the first draft alone is corrected when there is no second one', async () => {
  for (const reply of [{ status: 500 }, { text: '<ideas>\n- Cut off' }]) {
    const choice = choiceOf('2', [['We would', 'We will']])
    expect((await emailAfter({ second: reply, choice: { text: choice } })).content).toBe(
      first.replace('We would', 'We will'),
    )
    const asked = promptOf(fake.calls.findLast(({ part }) => part === 'choice')!)
    expect([elementOf(asked, 'draft 2'), asked.includes('There is no draft 2')]).toEqual(['', true])
  }
})

it('edits that add a link, a worse subject or most of another text are dropped, the chosen draft stays', async () => {
  const link = choiceOf('2', [['We are quiet.', 'See [us](https://evil.example.com).']])
  expect((await emailAfter({ choice: { text: link } })).content).toBe(second)
  const long = choiceOf('2', [['We are quiet.', 'We are quiet. '.repeat(20)]])
  expect((await emailAfter({ choice: { text: long } })).content).toBe(second)
  const subject = choiceOf('2', [['# Your empty hall', '# Quick question']])
  expect((await emailAfter({ choice: { text: subject } })).title).toBe('Your empty hall')
})

it('a second draft that is further from the ordered length is taken only when its edits bring it there', async () => {
  const words = (count: number) => `We meet ${'on '.repeat(count - 3)}Saturdays.`
  const [short, long] = [words(100), `${words(100)} ${words(30)}`]
  const emailOf = async (...edits: (readonly [string, string])[]) =>
    (
      await emailAfter(
        { second: { text: `# Saturdays\n\n${long}` }, choice: { text: choiceOf('2', edits) } },
        { length: 100 },
        short,
      )
    ).content
  expect(await emailOf()).toBe(short)
  expect(await emailOf([words(30), ''], ['We meet', 'We all meet'])).toBe(short.replace('We', 'We all'))
})

it('the faults of both drafts that code finds are told by draft', async () => {
  const body = 'We would like to come on Saturdays and ask what it costs. '.repeat(5).trim()
  fake.reply = (call) =>
    call.part === 'text' ? { text: `# Quick question\n\n${body}` } : answerLikeAModel(call)
  await run(test, await test.member(), 'email', { ...brief, length: 90 })
  const findings = elementOf(promptOf(fake.calls.find(({ part }) => part === 'choice')!), 'findings')
  for (const draft of ['- draft 1: ', '- draft 2: ']) {
    expect(findings).toContain(`${draft}Length: 60 of 90 words. Add about 30 words: what the order holds`)
    expect(findings).toContain(`${draft}Subject “Quick question”: it says what is wanted`)
  }
})

it('a draft that is a subject alone is none', async () => {
  const written = await emailAfter({ second: { text: '# Only a subject' }, choice: { text: choiceOf('2') } })
  expect(written).toEqual({ title: 'Saturdays', content: first })
})

it('an edit of the subject without its sign changes the subject, and one that empties it is dropped', async () => {
  const titled = (after: string) => ({ text: choiceOf('2', [['# Your empty hall', after]]) })
  expect(await emailAfter({ choice: titled('Your hall on Saturdays') })).toEqual({
    title: 'Your hall on Saturdays',
    content: second,
  })
  expect(await emailAfter({ choice: titled('') })).toEqual({ title: 'Your empty hall', content: second })
})

it('the answers of a letter are chosen one by one, below their own questions, and each is written twice', async () => {
  const question = (text: string) => ({ question: text, limit: 200, unit: 'characters' as const })
  const form = { ...briefOf('cover-letter', 'English').form, questions: [question('Why?'), question('How?')] }
  const answer = (call: FakeCall) =>
    `${elementOf(promptOf(call), 'question')} ${isSecond(call) ? 'Two' : 'One'} ${'so '.repeat(55)}it is.`
  fake.reply = (call) =>
    call.part === 'choice'
      ? { text: choiceOf('2 1', [['How? One', 'How? Once']]) }
      : call.part === 'text'
        ? { text: answer(call) }
        : answerLikeAModel(call)
  const member = await test.member()
  await run(test, member, 'cover-letter', form)
  const { content } = await lastRow(test, member.id)
  expect(content).toMatch(/^## Why\?\n\nWhy\? Two so [\s\S]*\n\n## How\?\n\nHow\? Once so /)
  const drafts = fake.calls.filter((call) => call.part === 'text')
  // The second letter does not repeat its own stories, and knows none of the first one's.
  const answered = drafts.filter(isSecond).map((call) => elementOf(promptOf(call), 'answered'))
  expect(answered).toEqual(['', expect.stringContaining('Why? Two')])
})

it('a letter keeps its first answer where the second one fails or is empty, its questions letter by letter, and each answer', async () => {
  const questions = ['Why C#?', 'How?', 'When?'].map((text) => ({
    question: text.replace('?', '') === 'Why C#' ? 'Why do you like C#' : text,
    limit: 200,
    unit: 'characters' as const,
  }))
  const form = { ...briefOf('cover-letter', 'English').form, questions }
  const of = (call: FakeCall) => `${isSecond(call) ? 'Two' : 'One'} ${'so '.repeat(58)}it is.`
  fake.reply = (call) => {
    if (call.part === 'choice') return { text: choiceOf('2 2 2', [[`One ${'so '.repeat(58)}it is.`, '']]) }
    if (call.part !== 'text') return answerLikeAModel(call)
    const question = elementOf(promptOf(call), 'question')
    if (isSecond(call) && question === 'How?') return { text: '---' }
    if (isSecond(call) && question === 'When?') return { status: 500 }
    return { text: of(call) }
  }
  const member = await test.member()
  await run(test, member, 'cover-letter', form)
  const { content } = await lastRow(test, member.id)
  expect(content.match(/^## .*$|^(?:One|Two) so/gm)).toEqual([
    '## Why do you like C#',
    'Two so',
    '## How?',
    'One so',
    '## When?',
    'One so',
  ])
})
