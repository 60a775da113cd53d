// Checks a finished text by code: length, register of each sentence, cells without content, sums, repetition, worn
// phrases. Findings guide the editing call; their weight decides whether an edit improved the text.
import { type TextLength } from '#shared/text-length.ts'
import { measureLength, renderedText } from '#shared/rendered-text.ts'
import type { OutputLanguage, Tone } from '#shared/tools.ts'
import { lengthTolerance } from './text-target.ts'
import { strangeEndings, wornPhrases } from './worn-phrases.ts'

export type Finding = {
  /** The fault and its position, for an editor that reads the text. */
  message: string
  /** The improvement of the text without it. */
  weight: number
}

export type Checked = {
  language: OutputLanguage
  tone: Tone | 'report'
  /** Null when another step checks the length. */
  length: TextLength | null
  /** The sufficient share of the length; 0.9 by default. */
  lengthShareMin?: number
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
  ]
}

export const weigh = (findings: Finding[]): number => findings.reduce((sum, { weight }) => sum + weight, 0)

function checkLength(markdown: string, { length, lengthShareMin = 1 - lengthTolerance }: Checked): Finding[] {
  if (!length) return []
  const { count, unit } = length
  const measured = measureLength(markdown, unit)
  const deviation = (measured - count) / count
  if (deviation <= lengthTolerance && measured >= count * lengthShareMin) return []
  const unitName = unit === 'words' ? 'words' : 'characters'
  const missing = Math.abs(count - measured)
  return [
    {
      message:
        deviation < 0
          ? `Length: ${measured} of ${count} ${unitName}. Add about ${missing} ${unitName} of specifics (names, amounts, times, steps, a case worked through), spread over the sections that have least.`
          : `Length: ${measured} of ${count} ${unitName}. Cut about ${missing} ${unitName}: repetition first, then what the reader needs least.`,
      // Half the length weighs as much as three sentences in the wrong register.
      weight: Math.abs(deviation) * 6,
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

type Table = { head: string[]; rows: string[][] }

/** The tables of a Markdown text, cells without formatting. */
export function tablesOf(markdown: string): Table[] {
  const lines = markdown.replace(/[ \t]+/g, ' ').split('\n')
  const tables: Table[] = []
  for (let index = 1; index < lines.length; index++) {
    if (!/^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+\|?\s*$/.test(lines[index]!)) continue
    const rows: string[][] = []
    for (let row = index + 1; row < lines.length && lines[row]!.includes('|'); row++)
      rows.push(cellsOf(lines[row]!))
    tables.push({ head: cellsOf(lines[index - 1]!), rows })
  }
  return tables
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => renderedText(cell.trim()))

/** Cells without usable content. */
const idleCell =
  /^(?:|[-–—.…?]+|약간|조금|적당량?|적당히|보통|중간|짧음|짧게|김|길게|상황에 따라|경우에 따라|다양함|미정|별도 문의|a little|some|medium|moderate|short|long|varies|it depends|low to moderate|tbd|n\/a)$/i

function checkTables(markdown: string): Finding[] {
  const findings: Finding[] = []
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
    findings.push(...checkSums(head, rows))
  }
  return findings
}

/** "계" alone is a total, but not as the start of another word like 계약. */
const totalRow = /^\**(?:(?:총 ?)?합계|총계|총합|계|(?:grand )?total\b|sum\b)/i
const isTotal = (name = '') => totalRow.test(name) && !/^\**계[가-힣]/.test(name)

/** The row of a total has the sums of the rows above it, column by column. Columns with text or blanks are skipped. */
function checkSums(head: string[], rows: string[][]): Finding[] {
  const last = rows.findIndex((row) => isTotal(row[0]))
  if (last < 2) return []
  return rows[last]!.slice(1).flatMap((cell, index): Finding[] => {
    const column = rows.slice(0, last).map((row) => amountOf(row[index + 1] ?? ''))
    const total = amountOf(cell)
    if (total === null || column.some((amount) => amount === null)) return []
    const sum = column.reduce<number>((all, amount) => all + amount!, 0)
    // Unit prices and percentages have no total; a "total" below every row is one of those.
    if (
      sum === total ||
      sumWithoutSubtotals(column as number[]) === total ||
      total < Math.max(...(column as number[]))
    )
      return []
    return [
      {
        message: `Table: the total of "${head[index + 1] ?? ''}" is ${total}, its rows add up to ${sum}. Mend whichever is wrong, here and in the text.`,
        weight: 3,
      },
    ]
  })
}

/** A row with the sum of the rows since the last such row is a subtotal and counts once. */
function sumWithoutSubtotals(column: number[]): number {
  let [all, since] = [0, 0]
  for (const amount of column)
    if (since > 0 && amount === since) since = 0
    else [all, since] = [all + amount, since + amount]
  return all
}

/** A cell with one figure and its unit: "1,200만 원" is 1200. */
function amountOf(cell: string): number | null {
  const match = /^[^\d\-−]{0,3}([-−]?\d[\d,]*(?:\.\d+)?)\s*[^\d\s~–-]{0,6}(?: ?원)?$/.exec(cell.trim())
  return match ? Number(match[1]!.replace(/,/g, '').replace('−', '-')) : null
}

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

const quote = (texts: string[]): string =>
  texts
    .slice(0, sentencesShownMax)
    .map((text) => `“${text.length > 120 ? `${text.slice(0, 117)}…` : text}”`)
    .join(' ')
