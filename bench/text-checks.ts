// Checks whether a text follows its form, as far as code can: the same answer always gives the same verdict.
import { joinTexts } from '#shared/characters.ts'
import { measureText, type TextUnit } from '#shared/measure.ts'
import { plainAnswer } from '#shared/rendered-text.ts'
import { readSection } from '#shared/outline.ts'
import { findSections, readFeed, sectionBody } from '#shared/sections.ts'
import { tagsMaxCount, titleMaxLength, type OutputLanguage, type WritingTool } from '#shared/tools.ts'

export type Recorded = {
  draft: { language: OutputLanguage; tone?: string; [field: string]: unknown }
  titles: string[]
  outline: string[]
  /** Markdown. */
  content: string
  tags: string[]
}
type Question = { question: string; limit: number; unit: TextUnit }

/** @returns the problems, a sentence each; empty without any */
export function findTextProblems(tool: WritingTool, recorded: Recorded): string[] {
  return [
    ...findLimitProblems(tool, recorded),
    ...findOutlineProblems(recorded),
    ...findFigureProblems(recorded),
    ...findLanguageProblems(tool, recorded),
  ]
}

function findLimitProblems(tool: WritingTool, { draft, titles, content, tags }: Recorded): string[] {
  const problems = titles.filter((title) => title.length > titleMaxLength).map(() => 'a title is too long')
  if (tags.length > tagsMaxCount) problems.push('too many tags')
  if (tool === 'instagram-feed') {
    const { slides, caption } = readFeed(content)
    if (slides.length !== draft.slide_count) problems.push(`${slides.length} slides`)
    if (!caption) problems.push('no caption')
  }
  if (tool !== 'cover-letter') return problems
  const questions = draft.questions as Question[]
  const answers = findSections(content)
  if (answers.length !== questions.length) problems.push(`${answers.length} answers`)
  for (const [index, { limit, unit }] of questions.entries()) {
    const answer = answers[index] && sectionBody(content, answers[index])
    if (answer && measureText(plainAnswer(answer), unit) > limit)
      problems.push(`answer ${index + 1} is too long`)
  }
  return problems
}

function findOutlineProblems({ outline, content }: Recorded): string[] {
  const headings = findSections(content).map(({ heading }) => heading)
  const planned = outline.map((entry) => readSection(entry).heading)
  return planned.length === 0 || planned.join('\n') === headings.join('\n')
    ? []
    : ['the sections are not those of the outline']
}

/** The figures of the facts must appear, and no others. Numbers of lists are no figures. */
function findFigureProblems({ draft, content }: Recorded): string[] {
  const { information, overview, career, strong_points: points } = draft
  const facts = figuresOf(joinTexts([information, overview, career, points]))
  const given = figuresOf(joinTexts(draft))
  const written = figuresOf(content.replace(/^\s*\d+\. /gm, ''))
  return [
    ...facts.filter((figure) => !written.includes(figure)).map((figure) => `${figure} is missing`),
    ...written.filter((figure) => !given.includes(figure)).map((figure) => `${figure} is made up`),
  ]
}

const figuresOf = (text: string): string[] => [
  ...new Set((text.match(/\d[\d,.]*\d|\d/g) ?? []).map((figure) => figure.replaceAll(',', ''))),
]

const scripts: Record<OutputLanguage, RegExp> = {
  Korean: /\p{Script=Hangul}/u,
  English: /\p{Script=Latin}/u,
  Japanese: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  Chinese: /\p{Script=Han}/u,
  Spanish: /\p{Script=Latin}/u,
  French: /\p{Script=Latin}/u,
  German: /\p{Script=Latin}/u,
  Russian: /\p{Script=Cyrillic}/u,
  Arabic: /\p{Script=Arabic}/u,
  Hindi: /\p{Script=Devanagari}/u,
}

/** Endings that do not belong to a tone: only where tone is a matter of grammar. */
const strangeEndings: Partial<Record<OutputLanguage, Record<string, RegExp>>> = {
  Korean: {
    formal: /요[.!?]/,
    informal: /니다[.!?]/,
    report: /(?:요|니다)[.!?]/,
  },
  English: { formal: /\b\w+n['’]t\b/, report: /\b\w+n['’]t\b/ },
}

function findLanguageProblems(tool: WritingTool, { draft, content }: Recorded): string[] {
  const prose = content.split(/\n{2,}/).filter((block) => /\p{L}{2}/u.test(block))
  const isStrange = prose.some((block) => !scripts[draft.language].test(block))
  const tone = draft.tone ?? 'report'
  // Headings are the questions' or the form's own words.
  const strange = strangeEndings[draft.language]?.[tone]?.exec(content.replace(/^#+ .*$/gm, ''))
  return [
    ...(isStrange ? [`a part of the ${tool} is not in ${draft.language}`] : []),
    ...(strange ? [`“${strange[0]}” does not belong to ${tone}`] : []),
  ]
}
