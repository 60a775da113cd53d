import { listSubCategories, promptCategories } from '#shared/prompts.ts'
import { expect, it } from 'vitest'
import { checkDraft, describeFacts, draftOfContent, emptyDraft, mainOfSub } from './prompt-draft.ts'

const filled = {
  ...emptyDraft('ko'),
  title: '제목',
  description: '설명',
  main: 'recipe',
  sub: '85',
  model: 'claude',
  prompt: '##주제##',
}

it('P14: every field that is missing is named, in the names of the form', async () => {
  expect(await checkDraft(emptyDraft('ko'))).toEqual({
    problems: {
      title: { rule: 'required' },
      description: { rule: 'required' },
      prompt: { rule: 'required' },
      main: { rule: 'choose' },
      sub: { rule: 'choose' },
      model: { rule: 'choose' },
    },
  })
})

it('P14: a complete form maps to the columns, and back to the same form', async () => {
  const content = {
    title: '제목',
    description: '설명',
    prompt: '##주제##',
    language: 'ko',
    prompt_model_id: 6,
    prompt_category_sub_id: 85,
    sample_result: '',
  } as const
  expect(await checkDraft(filled)).toEqual({ request: content })
  expect(draftOfContent(content)).toEqual(filled)
})

it('P02: a sub-category leads to its main category', () => {
  expect([mainOfSub(1), mainOfSub(7), mainOfSub(8), mainOfSub(85), mainOfSub(86)]).toEqual([
    'writing',
    'writing',
    'idea',
    'recipe',
    null,
  ])
})

it("P02, P16: reviewers see a prompt's category by names, not by numbers", () => {
  const labels = { recipe: '요리', [promptCategories.recipe[0]]: '한식' }
  const [first] = listSubCategories('recipe')
  expect(describeFacts({ ...filled, sub: String(first!.id) }, labels, '한국어')).toBe(
    '요리 · 한식 · claude · 한국어',
  )
  expect(describeFacts(emptyDraft('ko'), labels, '한국어')).toBe('한국어')
})
