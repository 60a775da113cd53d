import { expect, it } from 'vitest'
import {
  checkDraft,
  draftOfContent,
  emptyDraft,
  findDraft,
  forgetDraft,
  keepDraft,
  mainOfSub,
} from './prompt-draft.ts'

const filled = {
  ...emptyDraft('ko'),
  title: '제목',
  description: '설명',
  main: 'recipe',
  sub: '85',
  model: 'claude',
  prompt: '##주제##',
}

function createStore(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage
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

it('P14: a whole form is what the columns are called, and comes back as the same form', async () => {
  const content = {
    title: '제목',
    description: '설명',
    prompt: '##주제##',
    language: 'ko',
    prompt_model_id: 6,
    prompt_category_sub_id: 85,
    sample_result: '',
  } as const
  expect(await checkDraft(filled)).toEqual({ content })
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

it('a draft is kept for its member and its prompt alone, until it is saved', () => {
  const store = createStore()
  keepDraft(store, 'a', null, filled)
  expect(findDraft(store, 'a', null, emptyDraft('en'))).toEqual(filled)
  expect(findDraft(store, 'b', null, emptyDraft('en'))).toBeNull()
  expect(findDraft(store, 'a', 7, emptyDraft('en'))).toBeNull()
  forgetDraft(store, 'a', null)
  expect(findDraft(store, 'a', null, emptyDraft('en'))).toBeNull()
})

it('a kept draft that is broken or of another build is mended by what the form begins with', () => {
  const store = createStore()
  store.setItem('munjang-prompt:a:new', '{"title":"제목","prompt":7}')
  expect(findDraft(store, 'a', null, emptyDraft('ko'))).toEqual({ ...emptyDraft('ko'), title: '제목' })
  store.setItem('munjang-prompt:a:new', '{"title":')
  expect(findDraft(store, 'a', null, emptyDraft('ko'))).toBeNull()
})
