// The measurable part of how somebody writes, and how close a text comes to it. Counts only, no judgement: the rest of a
// tone is described in words (server/features/tones/tone-prompt.ts).
import { renderedText } from './rendered-text.ts'

const mannerTraits = [
  'endings',
  'sentence',
  'paragraph',
  'questions',
  'exclamations',
  'emoji',
  'lists',
] as const
export type MannerTrait = (typeof mannerTraits)[number]

/** Sentence endings of Korean, which are its levels of politeness. */
export const endingKinds = ['formal', 'polite', 'plain', 'other'] as const
type EndingKind = (typeof endingKinds)[number]

export type Manner = {
  /** Shares of sentences, 0 to 1; null for a text without Hangul. */
  endings: Record<EndingKind, number> | null
  /** The median length of a sentence, in characters. */
  sentence: number
  /** The mean number of sentences in a paragraph. */
  paragraph: number
  /** Shares of sentences, 0 to 1. */
  questions: number
  exclamations: number
  /** For each thousand characters. */
  emoji: number
  /** The share of lines that are entries of lists, 0 to 1. */
  lists: number
}

/** Fewer sentences say nothing about a manner. */
const sentencesMin = 8
/** The longest measured text, in UTF-16 units: ten posts. */
const measuredMax = 200_000

/** @returns null for a text of too few sentences */
export function measureManner(markdown: string): Manner | null {
  const text = markdown.slice(0, measuredMax)
  const lines = text.split('\n').filter((line) => line.trim())
  const prose = lines.filter((line) => !/^\s*(?:#{1,6} |\||!\[)/.test(line))
  const paragraphs = prose.map((line) => sentencesOf(renderedText(line))).filter((list) => list.length > 0)
  const sentences = paragraphs.flat()
  if (sentences.length < sentencesMin) return null
  const share = (isOne: (sentence: string) => boolean) => sentences.filter(isOne).length / sentences.length
  const hasHangul = sentences.some((sentence) => /[가-힣]/.test(sentence))
  return {
    endings: hasHangul
      ? {
          formal: share((sentence) => endingOf(sentence) === 'formal'),
          polite: share((sentence) => endingOf(sentence) === 'polite'),
          plain: share((sentence) => endingOf(sentence) === 'plain'),
          other: share((sentence) => endingOf(sentence) === 'other'),
        }
      : null,
    sentence: medianOf(sentences.map((sentence) => Array.from(sentence).length)),
    paragraph: sentences.length / paragraphs.length,
    questions: share((sentence) => /[?？]/.test(sentence)),
    exclamations: share((sentence) => /[!！]/.test(sentence)),
    emoji: ((text.match(/\p{Extended_Pictographic}/gu)?.length ?? 0) * 1_000) / Math.max(1, text.length),
    lists: lines.filter((line) => /^\s*(?:[-*•]|\d{1,2}[.)])\s/.test(line)).length / lines.length,
  }
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })
const sentencesOf = (line: string): string[] =>
  [...segmenter.segment(line)].map(({ segment }) => segment.trim()).filter((sentence) => sentence.length > 1)

/** What follows an ending: signs, laughter and emoji. */
const afterEnding = '[\\s.,!?。！？…~ㅎㅋㅠㅜ"\'”’)\\]\\p{Extended_Pictographic}\\p{Variation_Selector}]*$'
const formalEnding = new RegExp(`(?:니다|니까|시오)${afterEnding}`, 'u')
const politeEnding = new RegExp(`(?:요|죠)${afterEnding}`, 'u')
const plainEnding = new RegExp(`(?:다|까|냐|자|지|어|아|해|네|군)${afterEnding}`, 'u')
function endingOf(sentence: string): EndingKind {
  if (formalEnding.test(sentence)) return 'formal'
  if (politeEnding.test(sentence)) return 'polite'
  return plainEnding.test(sentence) ? 'plain' : 'other'
}

function medianOf(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

export type TraitCompared = {
  trait: MannerTrait
  /** 0 to 1. */
  closeness: number
}

/** What readers hear first counts most. */
const weights: Record<MannerTrait, number> = {
  endings: 4,
  sentence: 3,
  paragraph: 2,
  questions: 1,
  exclamations: 1,
  emoji: 1,
  lists: 1,
}

/** @returns the closeness of a text to a manner, 0 to 100, and that of each trait */
export function compareManner(own: Manner, text: Manner): { score: number; traits: TraitCompared[] } {
  const traits = mannerTraits.flatMap((trait): TraitCompared[] => {
    const closeness = closenessOf(trait, own, text)
    return closeness === null ? [] : [{ trait, closeness }]
  })
  const sum = traits.reduce((all, { trait }) => all + weights[trait], 0)
  const reached = traits.reduce((all, { trait, closeness }) => all + weights[trait] * closeness, 0)
  return { score: Math.round((reached / sum) * 100), traits }
}

function closenessOf(trait: MannerTrait, own: Manner, text: Manner): number | null {
  switch (trait) {
    case 'endings': {
      const [first, second] = [own.endings, text.endings]
      if (!first || !second) return null
      return 1 - endingKinds.reduce((sum, kind) => sum + Math.abs(first[kind] - second[kind]), 0) / 2
    }
    case 'sentence':
    case 'paragraph':
      return ratioOf(own[trait], text[trait])
    case 'emoji':
      // One more or less in a thousand characters is no other manner.
      return ratioOf(own.emoji + 1, text.emoji + 1)
    default:
      return 1 - Math.min(1, Math.abs(own[trait] - text[trait]) * 2)
  }
}

const ratioOf = (first: number, second: number): number =>
  Math.min(first, second) / Math.max(first, second, Number.EPSILON)
