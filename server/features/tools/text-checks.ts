// Checks a finished text by code: length, register of each sentence, cells without content, sums, repetition, worn
// phrases. Findings guide the editing call; their weight decides whether an edit improved the text.
import { type TextLength } from '#shared/text-length.ts'
import { measureLength, renderedText } from '#shared/rendered-text.ts'
import type { OutputLanguage } from '#shared/tools.ts'
import { findOwnTimes } from './own-times.ts'
import { lengthTolerance } from './text-target.ts'
import { findWrongTotals, tablesOf, type WrongTotal } from './text-tables.ts'
import { strangeEndings, wornPhrases } from './worn-phrases.ts'
import type { TextTone } from './writing-rules.ts'

export type Finding = {
  /** The fault and its position, for an editor that reads the text. */
  message: string
  /** The improvement of the text without it. */
  weight: number
}

export type Checked = {
  language: OutputLanguage
  tone: TextTone
  /** Null when none is ordered, or another step checks it. */
  length: TextLength | null
  /** The part of the text that has this length: a feed's caption. By default the whole text. */
  measured?: (markdown: string) => string
  /** Everything that the writer was given, for a text whose days and times are facts about its sender. */
  given?: string
}

/** All faults of a text; empty when there are none. */
export function checkText(markdown: string, asked: Checked): Finding[] {
  const sentences = sentencesOf(markdown)
  return [
    ...checkLength(markdown, asked),
    ...checkRegister(sentences, asked),
    ...checkTables(markdown),
    ...checkRepetition(sentences),
    ...checkPhrases(markdown, asked.language),
    ...checkBold(markdown),
    ...checkTimes(markdown, asked.given),
  ]
}

export const weigh = (findings: Finding[]): number => findings.reduce((sum, { weight }) => sum + weight, 0)

/** The distance of a text from its ordered length, as a share of it; 0 within the tolerance and without an order. */
export function lengthDeviation(markdown: string, { length, measured = whole }: Checked): number {
  if (!length) return 0
  const deviation = Math.abs(measureLength(measured(markdown), length.unit) - length.count) / length.count
  return deviation <= lengthTolerance ? 0 : deviation
}
const whole = (markdown: string): string => markdown

function checkLength(markdown: string, checked: Checked): Finding[] {
  const deviation = lengthDeviation(markdown, checked)
  if (!checked.length || deviation === 0) return []
  const { count, unit } = checked.length
  const part = (checked.measured ?? whole)(markdown)
  const length = measureLength(part, unit)
  const unitName = unit === 'words' ? 'words' : 'characters'
  const missing = `about ${Math.abs(count - length)} ${unitName}`
  const advice =
    length > count
      ? `Cut ${missing}: repetition first, then what the reader needs least.`
      : /^## /m.test(part)
        ? `Add ${missing} of specifics (names, amounts, times, steps, a case worked through), spread over the sections that have least.`
        : `Add ${missing}: what the order holds and the text leaves out or says too briefly.`
  return [
    {
      message: `Length: ${length} of ${count} ${unitName}${checked.measured ? ' in the caption' : ''}. ${advice}`,
      // Half the length weighs as much as three sentences in the wrong register.
      weight: deviation * 6,
    },
  ]
}

/** Sentences of running text: headings, tables, quotations and code have their own forms. */
export function sentencesOf(markdown: string): string[] {
  const prose = markdown
    .replace(/```[\s\S]*?(?:```|$)/g, '')
    .split('\n')
    .filter((line) => !/^\s*(?:#{1,6} |>|\||!\[)/.test(line))
    .join('\n')
  // A line break also ends a sentence (Unicode Standard Annex 29, rule SB4).
  return [...sentenceSegmenter.segment(renderedText(prose))]
    .map(({ segment }) => segment.trim())
    .filter((sentence) => sentence.length > 1)
}
const sentenceSegmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })

const sentencesShownMax = 8

function checkRegister(sentences: string[], { language, tone }: Checked): Finding[] {
  const strange = strangeEndings[language]?.[tone]
  if (!strange) return []
  const wrong = sentences.filter((sentence) => strange.test(sentence))
  if (wrong.length === 0) return []
  return [
    {
      message: `Register: these sentences do not keep the tone (${tone}): ${quote(wrong)}. Put each into the right one.`,
      weight: wrong.length,
    },
  ]
}

/** Cells without usable content. */
const idleCell =
  /^(?:|[-–—.…?]+|약간|조금|적당량?|적당히|보통|중간|짧음|짧게|김|길게|상황에 따라|경우에 따라|다양함|미정|별도 문의|a little|some|medium|moderate|short|long|varies|it depends|low to moderate|tbd|n\/a)$/i

function checkTables(markdown: string): Finding[] {
  const findings = findWrongTotals(markdown).map(describeSum)
  for (const { head, rows } of tablesOf(markdown)) {
    const idle = rows.flatMap((row) =>
      row
        .slice(1)
        .flatMap((cell, index) =>
          idleCell.test(cell) ? [`${row[0]} / ${head[index + 1] ?? ''}: "${cell}"`] : [],
        ),
    )
    if (idle.length > 0)
      findings.push({
        message: `Table: these cells hold nothing that a reader can act on: ${quote(idle)}. Give each an amount, a time, a name or a threshold, or a bracket with a suggestion.`,
        weight: idle.length,
      })
  }
  return findings
}

const describeSum = ({ column, total, sum }: WrongTotal): Finding => ({
  message: `Table: the total of "${column}" is ${total}, its rows add up to ${sum}. Mend whichever is wrong, here and in the text.`,
  weight: 3,
})

function checkRepetition(sentences: string[]): Finding[] {
  const seen = new Map<string, string>()
  const repeated: string[] = []
  for (const sentence of sentences) {
    const key = sentence.replace(/[\s\p{P}]/gu, '').toLowerCase()
    if (key.length < 12) continue
    if (seen.has(key)) repeated.push(sentence)
    seen.set(key, sentence)
  }
  if (repeated.length === 0) return []
  return [
    { message: `Repetition: said twice: ${quote(repeated)}. Keep each once.`, weight: repeated.length * 2 },
  ]
}

function checkPhrases(markdown: string, language: OutputLanguage): Finding[] {
  const plain = renderedText(markdown)
  const thousands = Math.max(1, Array.from(plain).length / 1000)
  return (wornPhrases[language] ?? []).flatMap(({ pattern, perThousand, advice }): Finding[] => {
    const found = plain.match(pattern) ?? []
    const allowed = Math.floor(perThousand * thousands)
    if (found.length <= allowed) return []
    return [
      {
        message: `Worn phrase, ${found.length} times: ${quote([...new Set(found)])}. ${advice}`,
        weight: (found.length - allowed) * 0.5,
      },
    ]
  })
}

const boldPerThousand = 12

function checkBold(markdown: string): Finding[] {
  const bold = markdown.match(/\*\*[^*\n]+\*\*/g)?.length ?? 0
  const allowed = Math.ceil((boldPerThousand * Math.max(500, markdown.length)) / 1000)
  if (bold <= allowed) return []
  return [{ message: `Bold: ${bold} places. Leave the few that a reader looks for.`, weight: 1 }]
}

function checkTimes(markdown: string, given: string | undefined): Finding[] {
  const times = given === undefined ? [] : findOwnTimes(markdown, given)
  if (times.length === 0) return []
  return [
    {
      message: `Made up: these days and times are not in the order: ${quote(times)}. Write around each.`,
      weight: times.length,
    },
  ]
}

const quote = (texts: string[]): string =>
  texts
    .slice(0, sentencesShownMax)
    .map((text) => `“${text.length > 120 ? `${text.slice(0, 117)}…` : text}”`)
    .join(' ')
