// Checks the citations of a text: what stands before a mark must not have a figure that nobody gave. A mark makes a
// sentence look proven.
import { findBlanks } from '#shared/blanks.ts'
import { sourceWords } from '#shared/research.ts'
import type { OutputLanguage, ReadSource } from '#shared/tools.ts'
import { isCited } from './citations.ts'
import { numbersIn, unknownFigures } from './figures.ts'

/** What a text was written from: the findings by number, from 1, and all else that the writer was given. */
export type Grounds = { findings: readonly ReadSource[]; given: string }

/**
 * Whether a new text keeps the citations of the draft: each cited source stays cited, and no figure is new behind a
 * source that does not have it.
 */
export function keepsCitations(before: string, after: string, grounds: Grounds): boolean {
  const { findings } = grounds
  if (findings.some((_, index) => isCited(before, findings, index) && !isCited(after, findings, index)))
    return false
  const faultsOf = (text: string) =>
    findUnfounded(text, grounds).flatMap(({ figures, numbers }) =>
      figures.map((figure) => `${figure} [${numbers.join()}]`),
    )
  const known = new Set(faultsOf(before))
  return faultsOf(after).every((fault) => known.has(fault))
}

type Cited = {
  /** A sentence, or its part in a list entry or table cell, without addresses and signs of Markdown. */
  passage: string
  /** The numbers of its sources. */
  numbers: number[]
  /** Behind its last mark, in UTF-16 units. */
  end: number
}

/** The cited sentences with figures that neither their sources nor the order have. */
function findUnfounded(markdown: string, { findings, given }: Grounds): (Cited & { figures: string[] })[] {
  if (findings.length === 0) return []
  const numbersGiven = numbersIn(given)
  const numbersOf = findings.map((source) => numbersIn(wordsOf(source)))
  return findCited(markdown)
    .map((cited) => {
      const own = cited.numbers.flatMap((number) => numbersOf[number - 1] ?? [])
      return { ...cited, figures: unknownFigures(cited.passage, [...own, numbersGiven]) }
    })
    .filter(({ figures }) => figures.length > 0)
}

const wordsOf = ({ name, date, read_on: readOn, facts = [] }: ReadSource): string =>
  [name, date, readOn, ...facts.flatMap(({ fact, quote }) => [fact, quote])].join('\n')

const mark = String.raw`\[\(\d{1,3}\)\]\([^()\s]{1,2100}\)`
const marks = new RegExp(`${mark}(?: ?${mark})*`, 'g')
const endOfSentence = /[.!?。！？…]["'”’)\]*_~]{0,4}$/
const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** The sentences that have a mark, each line and table cell on its own. */
function findCited(markdown: string): Cited[] {
  const groups = [...markdown.matchAll(marks)].map(({ index, 0: text }) => ({ index, text }))
  if (groups.length === 0) return []
  const plain = asPlain(markdown)
  // A pipe outside a table ends a passage as well.
  return [...plain.matchAll(/[^\n|]+/g)].flatMap(({ index: start, 0: piece }) =>
    [...segmenter.segment(piece)].flatMap(({ index, segment }): Cited[] => {
      const from = start + index
      const own = groups.filter((group) => group.index >= from && group.index < from + segment.length)
      const last = own.at(-1)
      if (!last) return []
      const numbers = own.flatMap(({ text }) =>
        [...text.matchAll(/\((\d+)\)\]/g)].map(([, number]) => Number(number)),
      )
      return [{ passage: segment, numbers, end: last.index + last.text.length }]
    }),
  )
}

/** A text of the same length with spaces for all that a reader does not read as its words. */
function asPlain(markdown: string): string {
  const blank = (text: string) => ' '.repeat(text.length)
  const filled = findBlanks(markdown).reduceRight(
    (text, { start, end }) => text.slice(0, start) + blank(text.slice(start, end)) + text.slice(end),
    markdown,
  )
  return filled
    .replace(/!\[[^[\]\n]{0,400}\]\([^()\n]{0,2100}\)/g, blank)
    .replace(marks, (text, at: number) =>
      // A mark behind the end of a sentence belongs to that sentence, whatever follows it.
      endOfSentence.test(filled.slice(Math.max(0, at - 6), at))
        ? `\u2029${blank(text.slice(1))}`
        : blank(text),
    )
    .replace(/\]\([^()\n]{0,2100}\)/g, blank)
    .replace(/^[ \t]*\d{1,3}[.)](?= )/gm, blank)
    .replace(/[*_~`]/g, ' ')
}

/**
 * Puts a blank behind the mark of each sentence with a figure that its sources do not have, so that the page lists it
 * and exports ask for it.
 */
export function markUnfounded(markdown: string, grounds: Grounds, language: OutputLanguage): string {
  const blank = ` [${sourceWords[language].needed}]`
  return findUnfounded(markdown, grounds)
    .filter(({ end }) => !markdown.startsWith(blank, end))
    .reduceRight((text, { end }) => text.slice(0, end) + blank + text.slice(end), markdown)
}

/** Whether a sentence has figures, and the writer was given each of them: its editor may not have read the files. */
export const hasGivenFigures = (sentence: string, given: string): boolean =>
  unknownFigures(sentence, []).length > 0 && unknownFigures(sentence, [numbersIn(given)]).length === 0
