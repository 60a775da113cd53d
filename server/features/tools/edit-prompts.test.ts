import { expect, it } from 'vitest'
import { editSchema, type EditForm } from '#shared/tools-form.ts'
import { dateRule } from './prompt-sections.ts'
import { factRules } from './writing-rules.ts'
import { editPrompt, type EditPromptInput } from './edit-prompts.ts'

const promptOf = (form: Partial<EditForm>, tool: EditPromptInput['tool'] = 'article') =>
  editPrompt({
    form: editSchema.parse({ id: 1, text: '하나예요.', ...form }) as EditPromptInput['form'],
    title: '제목',
    language: 'Korean',
    tool,
    order: [],
  }).instructions

it('a translation names its own language, every other command the language of the text', () => {
  expect(promptOf({ feature: 'text-translate', language: 'German' })).toContain('- Language: German.')
  expect(promptOf({ feature: 'text-translate', language: 'German' })).not.toContain('Korean')
  expect(promptOf({ feature: 'text-fix' })).toContain('- Language: Korean, as the text is written.')
})

it('a new tone does not keep the level of politeness, and adds no fact', () => {
  for (const feature of ['text-formal', 'text-friendly'] as const) {
    expect(promptOf({ feature })).not.toContain('level of politeness')
    expect(promptOf({ feature })).toContain('add no fact')
  }
  expect(promptOf({ feature: 'text-improve' })).toContain('level of politeness')
})

it('a feed gets the five hashtags that Instagram takes, any other text five to ten tags', () => {
  expect(promptOf({ feature: 'tag' }, 'instagram-feed')).toContain('exactly 5 tags')
  expect(promptOf({ feature: 'tag' })).toContain('five to ten tags')
})

it('only commands that write new text have the rules about facts and the date', () => {
  const added = [...factRules('Korean'), dateRule()].map((rule) => `- ${rule}`)
  const features = [
    'text',
    'text-continue',
    'text-improve',
    'text-fix',
    'text-long',
    'text-translate',
    'title',
  ]
  for (const feature of features as EditForm['feature'][]) {
    const prompt = promptOf({ feature, before: '하나예요.', instruction: '더 써 줘', language: 'English' })
    const isNew = feature === 'text' || feature === 'text-continue'
    expect([feature, ...added.map((rule) => prompt.includes(rule))]).toEqual([feature, isNew, isNew, isNew])
  }
})
