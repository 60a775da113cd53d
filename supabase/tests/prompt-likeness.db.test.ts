// Which prompts are called nearly the same, in both languages: copies with changes are, others on the same subject are not.
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createMember,
  openTestDatabase,
  type OpenTestDatabase,
  type TestMember,
} from '#scripts/testing/database.ts'
import { runAs } from './as-actor.ts'
import { makePrompt } from './make-prompt.ts'

let database: OpenTestDatabase
let client: pg.Client
let reader: TestMember
const ids: Record<string, string> = {}

const shown = {
  blog: {
    title: '블로그 글쓰기',
    prompt: '당신은 마케팅 전문가입니다. ##제품##의 장점을 세 가지로 나누어 블로그 글을 써 주세요.',
  },
  dinner: {
    title: '저녁 요리',
    prompt: '냉장고에 남은 재료로 만들 수 있는 요리를 알려 주세요. 시간은 삼십 분입니다.',
  },
  interview: {
    title: 'Job interviewer',
    prompt:
      'Act as an interviewer for the position of ##position##. Ask me one question at a time, wait for my answer, and tell me at the end what I did well and what I should practise.',
  },
  email: {
    title: 'Polite e-mail',
    prompt:
      'Write a short and polite e-mail to ##recipient## about ##subject##. Keep it under 120 words, name one clear next step, and offer two dates for a call.',
  },
} as const

beforeAll(async () => {
  database = await openTestDatabase()
  client = database.client
  const author = await createMember(database.adminUrl)
  reader = await createMember(database.adminUrl)
  for (const [name, { title, prompt }] of Object.entries(shown))
    ids[name] = await makePrompt(client, {
      user: author.id,
      title,
      prompt,
      language: /[가-힣]/.test(prompt) ? 'ko' : 'en',
    })
})
afterAll(() => database.close())

async function findLike(title: string, prompt: string): Promise<{ id: string; similarity: number }[]> {
  const { rows } = await runAs(
    client,
    { role: 'authenticated', id: reader.id },
    'select id, similarity from public.find_similar_prompts($1, $2)',
    [title, prompt],
  )
  return rows
}

const copies: [string, keyof typeof shown, string, string][] = [
  ['the same text', 'blog', shown.blog.title, shown.blog.prompt],
  [
    'a word changed, decomposed (NFD)',
    'blog',
    '블로그 글 쓰기',
    shown.blog.prompt.replace('세 가지', '네 가지').normalize('NFD'),
  ],
  [
    'other words around it',
    'dinner',
    '저녁 요리 추천',
    '냉장고에 남은 재료로 만들 수 있는 요리를 세 가지 알려 주세요. 시간은 이십 분입니다.',
  ],
  ['other white space', 'dinner', '저녁요리', shown.dinner.prompt.replaceAll(' ', '')],
  ['capitals', 'interview', shown.interview.title.toUpperCase(), shown.interview.prompt.toUpperCase()],
  ['a sentence added', 'interview', 'Interviewer', `${shown.interview.prompt} Do not write explanations.`],
  [
    'another number, another ending',
    'email',
    'A polite e-mail',
    shown.email.prompt.replace('120', '80').replace('for a call', 'for a meeting'),
  ],
]
it.each(copies)('a copy is found: %s', async (_, of, title, prompt) => {
  const [nearest] = await findLike(title, prompt)
  expect(nearest).toMatchObject({ id: ids[of] })
})

it.each([
  ['of another subject', '여행 일정', '제주도에서 사흘 동안 아이와 갈 만한 곳을 시간표로 정리해 주세요.'],
  [
    'of the same kind',
    '블로그 제목',
    '당신은 블로그 편집자입니다. ##주제##에 관한 글의 제목을 열 개 지어 주세요. 제목은 서른 자를 넘지 않게 해 주세요.',
  ],
  [
    'with the same manners',
    '요리 이름',
    '식당 차림표에 올릴 요리 이름을 다섯 가지 지어 주세요. 이름은 짧게 해 주세요.',
  ],
  [
    'in the same words of politeness',
    'Polite refusal',
    'Write a friendly message to ##name## that declines an invitation to ##event##. Thank them, give no long reasons, and leave the door open for another time.',
  ],
  [
    'that begins the same',
    'Travel guide',
    'Act as a travel guide for ##city##. I will tell you where I am and what I like, and you will suggest three places to visit near me.',
  ],
  [
    'on the same subject',
    'Interview questions',
    'List ten questions that a candidate for ##position## could ask the company at the end of a job interview, from the easiest to the boldest.',
  ],
  ['of few words', '시', '시를 써 주세요.'],
])('no copy is seen in a prompt %s', async (_, title, prompt) => {
  expect(await findLike(title, prompt)).toEqual([])
})

it('visitors cannot ask whether a text is there (B13)', async () => {
  await expect(
    runAs(client, { role: 'anon' }, `select public.find_similar_prompts('a', 'b')`),
  ).rejects.toMatchObject({ code: '42501' })
})

it('a copy is found among thousands that share its grams', async () => {
  // The same words in other orders: each gram alone is in all of them.
  await client.query(
    `insert into public.prompt (title, description, prompt, language, is_show, review_status, user_id, prompt_model_id, prompt_category_sub_id)
     select 'crowd ' || n, 'd', (select string_agg(w, ' ' order by md5(w || n)) from unnest(string_to_array($1, ' ')) w), 'en', true, 'published', $2, 1, 1
     from generate_series(1, 600) n`,
    ['Summarise this long meeting in five points for people who missed it', reader.id],
  )
  await client.query('analyze private.prompt_search')
  const copied = await makePrompt(client, {
    user: reader.id,
    title: 'Contract reader',
    prompt:
      'Explain the clauses of this lease to a tenant who rents for the first time, and mark what is unusual.',
    language: 'en',
  })
  const [nearest] = await findLike(
    'Contract reader',
    'Explain the clauses of this lease to a tenant who rents for the very first time, and mark what looks unusual.',
  )
  expect(nearest?.id).toBe(copied)
})

it('sql P5: comparing texts with the library is limited for each member, also through an import', async () => {
  const member = { role: 'authenticated', id: (await createMember(database.adminUrl)).id } as const
  const similar = `select public.find_similar_prompts('a', 'b')`
  const duplicates = `select public.find_prompt_duplicates('[]')`
  for (let count = 0; count < 30; count++) {
    await runAs(client, member, similar, [], true)
    await runAs(client, member, duplicates, [], true)
  }
  for (const call of [similar, duplicates])
    await expect(runAs(client, member, call), call).rejects.toMatchObject({ message: 'too_many_requests' })
  const another = await createMember(database.adminUrl)
  await runAs(client, { role: 'authenticated', id: another.id }, similar)
})
