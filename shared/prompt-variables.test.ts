import { expect, it } from 'vitest'
import {
  checkPromptValues,
  fillPrompt,
  listPlaceholders,
  parsePromptVariables,
  promptValueMaxLength,
  startValues,
} from './prompt-variables.ts'

const fields = (text: string) => parsePromptVariables(listPlaceholders(text))

it('P05: names in any script become fields, each once', () => {
  expect(
    fields('##제품## for ##target audience##, again ##제품##, ##الموضوع## and ##🎯##').map(
      ({ name }) => name,
    ),
  ).toEqual(['제품', 'target audience', 'الموضوع', '🎯'])
})

it('P05: names that differ only in white space or composition are one field', () => {
  const text = `##제품 이름## ##${'제품  이름'.normalize('NFD')} ## ##제품이름##`
  expect(fields(text).map(({ name }) => name)).toEqual(['제품 이름'])
  expect(fillPrompt(text, { ['제품 이름'.normalize('NFD')]: '문장' })).toBe('문장 문장 문장')
})

it('P05: choices, defaults, long and optional fields', () => {
  expect(fields('##말투:부드럽게| 단호하게 |부드럽게## ##도시=서울## ##본문...## ##덧붙일 말?##')).toEqual([
    { name: '말투', choices: ['부드럽게', '단호하게'], defaultValue: '', isOptional: false, isLong: false },
    { name: '도시', choices: [], defaultValue: '서울', isOptional: false, isLong: false },
    { name: '본문', choices: [], defaultValue: '', isOptional: false, isLong: true },
    { name: '덧붙일 말', choices: [], defaultValue: '', isOptional: true, isLong: false },
  ])
})

it('P05: a form starts with the defaults, or with stored values that are still valid', () => {
  const variables = fields('##말투:부드럽게|단호하게## ##도시=서울## ##주제##')
  expect(startValues(variables)).toEqual({ 말투: '', 도시: '서울', 주제: '' })
  expect(startValues(variables, { 말투: '크게', 도시: '부산', 주제: '비', 옛것: 'x' })).toEqual({
    말투: '',
    도시: '부산',
    주제: '비',
  })
})

it('P05: a required field is reported as missing, unless it has a default or may stay empty', () => {
  const variables = fields('##말투:부드럽게|단호하게## ##도시=서울## ##주제## ##덧붙일 말?## ##__proto__##')
  expect(checkPromptValues(variables, { 말투: '크게', 주제: ' ' })).toEqual(
    Object.fromEntries([
      ['말투', 'choose'],
      ['주제', 'required'],
      ['__proto__', 'required'],
    ]),
  )
  const long = '가'.repeat(promptValueMaxLength + 1)
  const values = Object.fromEntries([
    ['말투', '단호하게'],
    ['주제', long],
    ['__proto__', 'x'],
  ])
  expect(checkPromptValues(variables, values)).toEqual({ 주제: 'too_long' })
})

it('P05: a value with a placeholder, `$&` or an object’s property name is text', () => {
  expect(fillPrompt('a ##x## b ##y## c ##constructor##', { x: '##y## $& $1', y: '2' })).toBe(
    'a ##y## $& $1 b 2 c ',
  )
  expect(fillPrompt('##도시=서울##, ##도시##', { 도시: '부산' })).toBe('부산, 부산')
  expect(fillPrompt('##도시=서울##', {})).toBe('서울')
})

it('P05: headings, lone hashes and empty names are not placeholders', () => {
  const text = '## 제목\n### 소제목\n#a# ## ## ####'
  expect(fields(text)).toEqual([])
  expect(fillPrompt(text, {})).toBe(text)
})

it('P05: two hundred fields in a hundred thousand characters are fast', () => {
  const text = Array.from({ length: 200 }, (_, index) => `##칸 ${String(index)}## ${'글'.repeat(490)}`).join(
    ' ',
  )
  expect(fields(text)).toHaveLength(200)
  expect(fillPrompt(text, { '칸 199': '끝' })).toContain('끝')
})
