// How well a text answers the search for its keywords: checks that a writer can act on, each worth points; all that apply are 100.
// They are habits of people who write for search. Search engines publish no such list, so the score promises no rank.
import { countCharacters } from './characters.ts'
import { bare, speaksOf } from './keyword-terms.ts'
import { splitSentences } from './sentence-changes.ts'
import { withoutMarks } from './text-marks.ts'
import { targetLength, type AskedLength } from './text-length.ts'
import { measureLength, renderedText } from './rendered-text.ts'
import { denseLanguages, type OutputLanguage } from './tools.ts'

/**
 * `text` is Markdown. `keywords`: the first is the main one. `questions`: what readers want to know. `tags`: null for a
 * text that has none.
 */
export type ScoredText = {
  title: string
  text: string
  tags: readonly string[] | null
  keywords: readonly string[]
  questions?: readonly string[]
}

const scoreChecks = [
  'title',
  'titleLength',
  'opening',
  'heading',
  'headings',
  'repetition',
  'related',
  'questions',
  'length',
  'paragraphs',
  'sentences',
  'images',
  'tags',
] as const
export type ScoreCheck = (typeof scoreChecks)[number]

const points: Record<ScoreCheck, number> = {
  title: 20,
  titleLength: 5,
  opening: 15,
  heading: 10,
  headings: 5,
  repetition: 10,
  related: 10,
  questions: 10,
  length: 10,
  paragraphs: 5,
  sentences: 5,
  images: 5,
  tags: 5,
}

export const titleCharactersMax = 40
/** Subheadings that let a reader find their place. */
const headingsMin = 3
/** Characters with spaces: longer paragraphs fill a phone's screen. */
const paragraphMax = 300
/** Longer sentences are read twice. A few among short ones are not. */
const sentenceMax = { words: 25, characters: 90 } as const
const longSentencesShare = 1 / 5
/** One mention for so many characters is the most that reads naturally. */
const charactersPerMention = 120
const mentionsMin = 2
const tagsMin = 5

export type SearchScore = {
  /** 0 to 100. */
  points: number
  checks: { check: ScoreCheck; isMet: boolean }[]
  /** Related keywords that the text does not contain. */
  missing: string[]
  /** Questions that the text does not speak of. */
  open: string[]
  mentions: number
}

/** The keywords of a form: separated by commas or lines, the main one first, none twice. */
export function splitKeywords(typed: string): string[] {
  const seen = new Set<string>()
  return typed
    .split(/[,，、\n]/)
    .map((word) => word.normalize('NFC').trim().replace(/\s+/g, ' '))
    .filter((word) => word !== '' && !seen.has(bare(word)) && seen.add(bare(word)) !== undefined)
}

/** The questions of a form: one a line, none twice. */
export const splitQuestions = (typed: string): string[] => [
  ...new Set(
    typed
      .split('\n')
      .map((line) => line.normalize('NFC').trim())
      .filter(Boolean),
  ),
]

/** @param sentence without Markdown */
function isLongSentence(sentence: string, language: OutputLanguage): boolean {
  const words = sentence.trim()
  return denseLanguages.includes(language)
    ? countCharacters(words) > sentenceMax.characters
    : words.split(/\s+/).length > sentenceMax.words
}

/** @param text of a paragraph, without Markdown */
export const hasLongSentence = (text: string, language: OutputLanguage): boolean =>
  splitSentences(text).some((sentence) => isLongSentence(sentence, language))

/** Checks of questions and tags that a text does not have are left out, and the others share their points. @returns the score, or null without a keyword */
export function scoreForSearch(
  { title, text, tags, keywords, questions = [] }: ScoredText,
  asked: AskedLength,
): SearchScore | null {
  const [main, ...related] = keywords
  if (main === undefined) return null
  const has = (where: string, keyword: string) => bare(where).includes(bare(keyword))
  const plain = renderedText(text)
  const blocks = withoutMarks(text)
    .split(/\n{2,}/)
    .map((block) => block.trim())
  const headings = blocks.filter((block) => /^#{2,4} /.test(block))
  const paragraphs = blocks.filter(
    (block) => block !== '' && !/^(?:#|\||!\[|[-*+] |\d+[.)] |>|-{3,})/.test(block),
  )
  const sentences = paragraphs.flatMap((paragraph) => splitSentences(renderedText(paragraph)))
  const longSentences = sentences.filter((sentence) => isLongSentence(sentence, asked.language))
  const mentions = bare(plain).split(bare(main)).length - 1
  const missing = related.filter((keyword) => !has(`${title}\n${plain}`, keyword))
  const open = questions.filter((question) => !speaksOf(bare(plain), question, main))
  const target = targetLength('article', asked)
  const isMet: Record<ScoreCheck, boolean> = {
    title: has(title, main),
    titleLength: title.trim() !== '' && Array.from(title.trim()).length <= titleCharactersMax,
    opening: has(paragraphs[0] ?? '', main),
    heading: headings.some((heading) => keywords.some((keyword) => has(heading, keyword))),
    headings: headings.length >= headingsMin,
    repetition:
      mentions >= mentionsMin &&
      mentions <= Math.max(mentionsMin + 1, Math.floor(Array.from(plain).length / charactersPerMention)),
    related: related.length === 0 || missing.length <= related.length / 2,
    questions: open.length === 0,
    length: measureLength(text, target.unit) >= target.count * 0.9,
    paragraphs:
      paragraphs.length > 0 &&
      paragraphs.every((paragraph) => Array.from(renderedText(paragraph)).length <= paragraphMax),
    sentences: sentences.length > 0 && longSentences.length <= sentences.length * longSentencesShare,
    images: /!\[[^\]\n]*\]\([^)\n]+\)/.test(text),
    tags: tags !== null && tags.length >= tagsMin && tags.some((tag) => has(tag, main) || has(main, tag)),
  }
  const leftOut: ScoreCheck[] = [
    ...(questions.length === 0 ? ['questions' as const] : []),
    ...(tags === null ? ['tags' as const] : []),
  ]
  const checks = scoreChecks.filter((check) => !leftOut.includes(check))
  const sum = (counted: readonly ScoreCheck[]) => counted.reduce((total, check) => total + points[check], 0)
  // Each answered question counts.
  const answered =
    questions.length > 0 ? (points.questions * (questions.length - open.length)) / questions.length : 0
  const met = checks.filter((check) => check !== 'questions' && isMet[check])
  return {
    points: Math.round(((sum(met) + answered) / sum(checks)) * 100),
    checks: checks.map((check) => ({ check, isMet: isMet[check] })),
    missing,
    open,
    mentions,
  }
}
