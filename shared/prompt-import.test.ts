import { expect, it } from 'vitest'
import {
  exportPrompt,
  guardFormula,
  readImport,
  readJsonRecords,
  unguardFormula,
  type ImportChoices,
} from './prompt-import.ts'

const choices: ImportChoices = { modelId: 1, subId: 29, isConverting: true }
const read = (record: Record<string, unknown>, changes: Partial<ImportChoices> = {}) =>
  readImport([record], { ...choices, ...changes })[0]!

it('P14: a line of another library becomes a prompt, and lists the added values', () => {
  const line = read({
    act: 'Interviewer',
    prompt: 'Act as an interviewer for ${Position:Developer}. Ask me.',
  })
  expect(line).toMatchObject({ number: 1, problems: [], sameAs: null })
  expect(line.notes).toEqual(['description_from_prompt', 'language_guessed', 'converted'])
  expect(line.content).toEqual({
    title: 'Interviewer',
    description: 'Act as an interviewer for Developer.',
    prompt: 'Act as an interviewer for ##Position=Developer##. Ask me.',
    language: 'en',
    prompt_model_id: 1,
    prompt_category_sub_id: 29,
    sample_result: '',
  })
})

it('P14: Korean headers, codes and ids are accepted; a line’s value overrides the choice for all lines', () => {
  const line = read({
    ' 제목 ': '글',
    프롬프트: '본문',
    설명: '설명',
    모델: 'Claude',
    분야: 'desserts',
    언어: '한국어',
  })
  expect(line.content).toMatchObject({ prompt_model_id: 6, prompt_category_sub_id: 81, language: 'ko' })
  expect(read({ title: 'a', prompt: 'b', model: 2, category: 85 }).content).toMatchObject({
    prompt_model_id: 2,
    prompt_category_sub_id: 85,
  })
})

it('P14: every error of a line is reported by its field', () => {
  expect(read({ title: '가'.repeat(101), prompt: '', model: 'llama', category: 'nothing' }).problems).toEqual(
    [
      { field: 'title', rule: 'too_long', count: 100 },
      { field: 'description', rule: 'required' },
      { field: 'prompt', rule: 'required' },
      { field: 'model', rule: 'choose' },
      { field: 'category', rule: 'choose' },
    ],
  )
  expect(read({ title: 'a', prompt: 'b' }, { subId: null }).problems).toEqual([
    { field: 'category', rule: 'choose' },
  ])
})

it('a duplicate text in the file is reported, in any spacing or composition', () => {
  const lines = readImport(
    [
      { title: '하나', prompt: '같은 글이에요.' },
      { title: '둘', prompt: '다른 글이에요.' },
      { title: '셋', prompt: '같은  글이에요.'.normalize('NFD') },
    ],
    choices,
  )
  expect(lines.map((line) => line.sameAs)).toEqual([null, null, 1])
})

it('an exported file imports unchanged', () => {
  const content = read(
    { title: '제목', prompt: '=1+1 {x}', description: '설명' },
    { isConverting: false },
  ).content!
  const exported = exportPrompt(content, { state: 'draft', createdAt: '2026-11-21T00:00:00Z' })
  expect(read(exported, { modelId: null, subId: null, isConverting: false }).content).toEqual(content)
})

it('a JSON file is a list of objects, or holds one; anything else is refused', () => {
  expect(readJsonRecords('[{"title":"a"}]')).toEqual([{ title: 'a' }])
  expect(readJsonRecords('{"prompts":[]}')).toEqual([])
  for (const text of ['', '[', '3', 'null', '[1]', '[[]]', '{"a":1}'])
    expect(readJsonRecords(text)).toBeNull()
})

it('security: a cell never runs as a formula, and imports unchanged', () => {
  for (const cell of ['=1+1', '-글', '+82', '@a', "'=x", '글', "'인용'", '']) {
    expect(guardFormula(cell)).not.toMatch(/^[=+\-@\t\r]/)
    expect(unguardFormula(guardFormula(cell))).toBe(cell)
  }
})
