import { expect, it } from 'vitest'
import { fieldProblems, toolSchemas } from './tools-form.ts'
import {
  articleLimits,
  businessPlanLimits,
  coverLetterLimits,
  documentLimits,
  emailLimits,
  instagramFeedLimits,
  writingTools,
  type WritingTool,
} from './tools.ts'

const question = { question: 'q', limit: 500, unit: 'characters' }
const forms: Record<WritingTool, Record<string, unknown>> = {
  article: { topic: 't', tone: 'formal', language: 'Korean' },
  document: { topic: 't', purpose: 'p', language: 'Korean' },
  'business-plan': { name: 'n', overview: 'o', format: ['item'], language: 'Korean' },
  'cover-letter': {
    introduce: 'i',
    career: 'c',
    duty: 'd',
    questions: [question],
    tone: 'formal',
    language: 'Korean',
  },
  email: { topic: 't', strong_points: 's', tone: 'formal', language: 'Korean' },
  'instagram-feed': { topic: 't', tone: 'formal', language: 'Korean', slide_count: 3 },
}
const limits: Record<WritingTool, Record<string, number>> = {
  article: articleLimits,
  document: documentLimits,
  'business-plan': {
    name: businessPlanLimits.name,
    overview: businessPlanLimits.overview,
    information: businessPlanLimits.information,
  },
  'cover-letter': {
    introduce: coverLetterLimits.introduce,
    career: coverLetterLimits.career,
    duty: coverLetterLimits.duty,
    posting: coverLetterLimits.posting,
    target: coverLetterLimits.target,
  },
  email: emailLimits,
  'instagram-feed': {
    topic: instagramFeedLimits.topic,
    information: instagramFeedLimits.information,
    target: instagramFeedLimits.target,
  },
}
const check = (tool: WritingTool, change: object) => {
  const result = toolSchemas[tool].safeParse({ ...forms[tool], ...change })
  return result.success ? {} : fieldProblems(result.error)
}

it.each(
  writingTools.flatMap((tool) =>
    Object.entries(limits[tool]).map(([field, max]) => [tool, field, max] as const),
  ),
)(
  'T05-T11: in the form of the %s, %s accepts %i characters, counted by syllable, and not one more',
  (tool, field, max) => {
    expect(check(tool, { [field]: '한'.normalize('NFD').repeat(max) })).toEqual({})
    expect(check(tool, { [field]: '한'.repeat(max + 1) })).toEqual({
      [field]: { rule: 'too_long', count: max },
    })
  },
)

it('T05-T10: the limits are those of the specification, and required fields are enforced', () => {
  // Fields of our own are not listed.
  expect(limits).toMatchObject({
    article: { topic: 500, information: 2_000, target: 50 },
    document: { topic: 100, purpose: 100, information: 2_000, target: 50 },
    'business-plan': { name: 50, overview: 2_000, information: 2_000 },
    'cover-letter': { introduce: 1_000, career: 1_000, duty: 100, posting: 4_000, target: 50 },
    email: { topic: 500, strong_points: 1_000, received: 4_000, sender: 50, receiver: 50 },
    'instagram-feed': { topic: 500, information: 2_000, target: 50 },
  })
  for (const tool of writingTools) {
    for (const field of Object.keys(forms[tool])) {
      expect([tool, field, Object.keys(check(tool, { [field]: undefined }))]).toEqual([tool, field, [field]])
      const isText = typeof forms[tool][field] === 'string' && !['tone', 'language'].includes(field)
      expect(isText ? check(tool, { [field]: ' \n' }) : { [field]: { rule: 'required' } }).toEqual({
        [field]: { rule: 'required' },
      })
    }
    expect(check(tool, { language: 'Klingon' })).toEqual({ language: { rule: 'choose' } })
  }
})

it('T08, B08: each question has at most 100 characters and its own limit; a problem names its entry', () => {
  const questions = (...changes: object[]) =>
    check('cover-letter', { questions: changes.map((change) => ({ ...question, ...change })) })
  expect(questions({ question: '가'.repeat(100) })).toEqual({})
  expect(questions({}, { question: '가'.repeat(101) })).toEqual({
    'questions.1.question': { rule: 'too_long', count: 100 },
  })
  expect(questions({ limit: 50 }, { limit: 5_000 })).toEqual({})
  expect(questions({ limit: 49 }, { limit: 5_001 }, { limit: 1.5 })).toEqual({
    'questions.0.limit': { rule: 'invalid' },
    'questions.1.limit': { rule: 'invalid' },
    'questions.2.limit': { rule: 'invalid' },
  })
  expect(questions()).toEqual({ questions: { rule: 'required' } })
})

it('T07: at least one item is required, and each stays one line', () => {
  expect(check('business-plan', { format: [] })).toEqual({ format: { rule: 'required' } })
  expect(check('business-plan', { format: ['a', ' '] })).toEqual({ 'format.1': { rule: 'required' } })
  expect(
    toolSchemas['business-plan'].parse({ ...forms['business-plan'], format: [' a\n# b '] }).format,
  ).toEqual(['a # b'])
})
