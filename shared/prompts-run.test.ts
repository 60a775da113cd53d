import { expect, it } from 'vitest'
import { modelWeights } from './usage.ts'
import { estimatePromptRun, modelsSideBySide, promptRunLimits } from './prompts-run.ts'
import { promptRunSchema } from './prompts-run-form.ts'

it('row 71: the hold covers the input and the longest answer, for each model', () => {
  const one = estimatePromptRun('가'.repeat(1_000), '', ['gpt'])
  expect(one.ceiling).toBeGreaterThan(750 + promptRunLimits.answerTokens)
  expect(one.expected).toBeLessThan(one.ceiling)
  const claude = estimatePromptRun('가'.repeat(1_000), '', ['claude'])
  // Its vocabulary makes more tokens of Korean than the others'.
  expect(claude.ceiling / one.ceiling).toBeGreaterThan(modelWeights.claude)
  const gemini = estimatePromptRun('가'.repeat(1_000), '', ['gemini'])
  expect(estimatePromptRun('가'.repeat(1_000), '', ['gpt', 'gemini', 'claude']).ceiling).toBe(
    one.ceiling + gemini.ceiling + claude.ceiling,
  )
  // A sample gives the usual length of answers.
  expect(estimatePromptRun('', 'short', ['gpt']).expected).toBeLessThan(
    estimatePromptRun('', '', ['gpt']).expected,
  )
  expect(estimatePromptRun('', '가'.repeat(90_000), ['gpt']).expected).toBe(
    estimatePromptRun('', '', ['gpt']).ceiling,
  )
})

it('B39: connected models answer in parallel, or all of them as the demo', () => {
  expect(modelsSideBySide({ gpt: 'gpt', gemini: 'gemini', claude: 'claude' })).toEqual([
    'gpt',
    'gemini',
    'claude',
  ])
  expect(modelsSideBySide({ gpt: 'gpt', gemini: 'gpt', claude: 'claude' })).toEqual(['gpt', 'claude'])
  expect(modelsSideBySide({ gpt: 'compatible', gemini: 'compatible', claude: 'compatible' })).toEqual([])
  expect(modelsSideBySide({ gpt: 'demo', gemini: 'demo', claude: 'demo' })).toHaveLength(3)
})

it('P05: values are composed and lose characters that Postgres cannot store, and a field may have any name', () => {
  const read = (values: string) =>
    promptRunSchema({}).parse({ prompt_id: 1, prompt_parameter: JSON.parse(values) as unknown })
  const form = read('{"__proto__":"a\\u0000b\\r\\nc","이름":"\\ud83d"}')
  expect(form.kind === 'new' && Object.entries(form.prompt_parameter)).toEqual([
    ['__proto__', 'ab\nc'],
    ['이름', '\ufffd'],
  ])
})
