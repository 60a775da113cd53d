import { expect, it } from 'vitest'
import { editSchema, type EditForm } from '#shared/tools-form.ts'
import { editPrompt, type EditPromptInput } from './edit-prompts.ts'

const promptOf = (form: Partial<EditForm>) =>
  editPrompt({
    form: editSchema.parse({ id: 1, text: '하나예요.', ...form }) as EditPromptInput['form'],
    title: '제목',
    language: 'Korean',
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
