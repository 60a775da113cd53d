import { expect, it } from 'vitest'
import { contactSchema } from './contact-form.ts'
import { fieldProblems } from './tools-form.ts'

const good = { type: 'service', email: 'a@example.com', title: '제목', description: '내용', lang: 'ko' }
const problemsOf = (form: object) => {
  const result = contactSchema.safeParse(form)
  return result.success ? {} : fieldProblems(result.error)
}

it('O03: type, e-mail, title and description are required', () => {
  expect(problemsOf({ ...good, type: '', email: ' ', title: ' ', description: '\n' })).toEqual({
    type: { rule: 'choose' },
    email: { rule: 'required' },
    title: { rule: 'required' },
    description: { rule: 'required' },
  })
})

it.each(['a', 'a@b', 'a b@example.com', `${'a'.repeat(250)}@example.com`, 'a@example.com, b@example.com'])(
  'O03: %j is no e-mail address',
  (email) => {
    expect(problemsOf({ ...good, email })).toEqual({ email: { rule: 'invalid' } })
  },
)

it('O03: characters that Postgres cannot store are removed, Hangul counts one per syllable, a title is one line', () => {
  const result = contactSchema.parse({ ...good, title: ' 한\n줄\0 ', description: '가'.repeat(5_000) })
  expect([result.title, Array.from(result.description).length]).toEqual(['한 줄', 5_000])
  expect(problemsOf({ ...good, description: '가'.repeat(5_001) })).toEqual({
    description: { rule: 'too_long', count: 5_000 },
  })
})
