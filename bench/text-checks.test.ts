import { expect, it } from 'vitest'
import en from '#shared/messages/en/examples.json' with { type: 'json' }
import ko from '#shared/messages/ko/examples.json' with { type: 'json' }
import { toolSchemas } from '#shared/tools-form.ts'
import { writingTools } from '#shared/tools.ts'
import { findTextProblems, type Recorded } from './text-checks.ts'

const recorded = { ko, en } as unknown as Record<'ko' | 'en', Record<(typeof writingTools)[number], Recorded>>

it.each((['ko', 'en'] as const).flatMap((language) => writingTools.map((tool) => [language, tool] as const)))(
  'T05-T10: the recorded text (%s) of the %s follows limits, outline, facts, language and tone of its form',
  (language, tool) => {
    const text = recorded[language][tool]
    expect(toolSchemas[tool].safeParse(text.draft).error).toBe(undefined)
    expect(findTextProblems(tool, text)).toEqual([])
  },
)

it('each check can fail: limits, outline, facts, made-up figures, language and tone', () => {
  const { ko: korean } = recorded
  const broken = (tool: (typeof writingTools)[number], change: (content: string) => string) =>
    findTextProblems(tool, { ...korean[tool], content: change(korean[tool].content) })
  expect(broken('cover-letter', (text) => text + ' 더 썼습니다.'.repeat(60))).toEqual([
    'answer 2 is too long',
  ])
  expect(broken('instagram-feed', (text) => text.replace(/^## .+$/m, ''))).toEqual(['3 slides'])
  expect(broken('document', (text) => text.replace('## 요약', '## 개요'))).toEqual([
    'the sections are not those of the outline',
  ])
  expect(broken('document', (text) => text.replaceAll('412', '많은'))).toEqual(['412 is missing'])
  expect(broken('email', (text) => `${text}\n\n할인율은 35%예요.`)).toEqual(['35 is made up'])
  expect(broken('article', (text) => `${text}\n\nThis is English.`)).toEqual([
    'a part of the article is not in Korean',
  ])
  expect(broken('email', (text) => `${text}\n\n연락을 기다리겠습니다.`)).toEqual([
    '“니다.” does not belong to informal',
  ])
})
