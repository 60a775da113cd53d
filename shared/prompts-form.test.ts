import { expect, it } from 'vitest'
import { fieldProblems } from './tools-form.ts'
import { promptSchema } from './prompts-form.ts'
import { findPromptState, promptLimits, promptVariablesMax } from './prompts.ts'

const good = {
  title: '제목',
  description: '설명',
  prompt: '##주제##에 대해 써 주세요.',
  language: 'ko',
  prompt_model_id: 6,
  prompt_category_sub_id: 85,
}
const problems = (changes: object) => {
  const result = promptSchema.safeParse({ ...good, ...changes })
  return result.success ? {} : fieldProblems(result.error)
}

it('P14: categories, model, description, prompt and a title are required', () => {
  expect(
    problems({
      title: ' ',
      description: '',
      prompt: '\n',
      language: '',
      prompt_model_id: null,
      prompt_category_sub_id: null,
    }),
  ).toEqual({
    title: { rule: 'required' },
    description: { rule: 'required' },
    prompt: { rule: 'required' },
    language: { rule: 'choose' },
    prompt_model_id: { rule: 'choose' },
    prompt_category_sub_id: { rule: 'choose' },
  })
  expect(problems({ prompt_model_id: 3, prompt_category_sub_id: 86 })).toEqual({
    prompt_model_id: { rule: 'choose' },
    prompt_category_sub_id: { rule: 'choose' },
  })
})

it('P14: a title has a hundred characters, Hangul counted per syllable however it is composed', () => {
  expect(problems({ title: '가'.repeat(100).normalize('NFD') })).toEqual({})
  expect(problems({ title: '가'.repeat(101) })).toEqual({ title: { rule: 'too_long', count: 100 } })
  expect(problems({ prompt: '글'.repeat(promptLimits.prompt + 1) })).toEqual({
    prompt: { rule: 'too_long', count: promptLimits.prompt },
  })
})

it('P14: a prompt has two hundred fields at most', () => {
  const fields = (count: number) => Array.from({ length: count }, (_, index) => `##${index}##`).join('')
  expect(problems({ prompt: fields(promptVariablesMax) })).toEqual({})
  expect(problems({ prompt: fields(promptVariablesMax + 1) })).toEqual({
    prompt: { rule: 'too_many', count: promptVariablesMax },
  })
})

it('P14: characters that a database cannot store are removed, and text is composed', () => {
  const form = promptSchema.parse({ ...good, title: ` 제\0목\ud800 `.normalize('NFD') })
  expect(form.title).toBe('제목\ufffd')
})

it('B40: the state of a shown prompt is that of its edit, the state of another is its own', () => {
  const state = (isShown: boolean, reviewStatus: string, versionStatus: string | null) =>
    findPromptState({ isShown, reviewStatus, versionStatus })
  expect(state(true, 'published', null)).toBe('published')
  expect(state(true, 'published', 'approved')).toBe('published')
  expect(state(true, 'published', 'superseded')).toBe('published')
  expect(state(true, 'published', 'in_review')).toBe('edit_in_review')
  expect(state(false, 'returned', 'returned')).toBe('returned')
  expect(state(false, 'hidden', 'approved')).toBe('hidden')
})
