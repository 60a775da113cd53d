// The figures of a text, compared with those of its sources. Writers convert units of counting, round, and write figures
// as words. Whatever could be the same counts as the same: a mark on a right sentence would teach people to ignore it.

/** What a figure may mean: one of these lists of numbers. "2026.11" is a number or a month. */
type Figure = { written: string; readings: number[][]; isYear: boolean }

/** Units of counting after a figure. Chinese, Japanese and Korean ones join: 1억 2천만. */
const joined: Record<string, number> = {
  십: 10,
  백: 100,
  천: 1e3,
  만: 1e4,
  억: 1e8,
  조: 1e12,
  十: 10,
  百: 100,
  千: 1e3,
  万: 1e4,
  萬: 1e4,
  億: 1e8,
  亿: 1e8,
  兆: 1e12,
}
/** The longest beginning counts: "mil millones" before "mil". */
const scales: [words: RegExp, factor: number][] = [
  [/^ ?(?:trillions?|billones)\b/i, 1e12],
  [/^ ?(?:billions?|bn|milliards?|milliarden?|mrd|mil millones)\b|^ ?(?:млрд|миллиард|مليار)/i, 1e9],
  [/^ ?(?:millions?|mio|mn|millionen|mill[oó]n(?:es)?)\b|^ ?(?:млн|миллион|مليون|ملايين)/i, 1e6],
  [/^ ?(?:crores?\b|करोड़)/i, 1e7],
  [/^ ?(?:lakhs?\b|लाख)/i, 1e5],
  [/^ ?(?:thousand|tausend|tsd|mil|mille|k)\b|^ ?(?:тыс|ألف|آلاف|हज़ार)/i, 1e3],
]
const joinedScale = '[십백천十百千]?[만억万萬億亿]|[십백천十百千]|[조兆](?= ?[원\\d円元])'
const token = new RegExp(
  String.raw`(\d+(?:[.,]\d+)*)(${joinedScale})?(?:(?<=[만억조천万萬億亿兆千]) ?(?=\d))?`,
  'g',
)
/** Groups of three with a space between: "99 000". */
const spacedGroups = /(?<![\d.,])\d{1,3}(?:[ \u00A0\u202F]\d{3})+(?!\d)/g

function figuresOf(text: string): Figure[] {
  const plain = text.normalize('NFKC').replace(spacedGroups, (group) => group.replace(/\s/g, ''))
  const figures: Figure[] = []
  /** The sum of a joined figure so far, and the end of it. */
  let [sum, start, end] = [0, 0, -1]
  for (const { 0: whole, 1: digits = '', 2: scale = '', index } of plain.matchAll(token)) {
    const factor = [...scale].reduce((all, sign) => all * joined[sign]!, 1)
    const behind = plain.slice(index + whole.length, index + whole.length + 20)
    const further = scale ? 1 : (scales.find(([words]) => words.test(behind))?.[1] ?? 1)
    const readings = readingsOf(digits).map((numbers) => numbers.map((number) => number * factor * further))
    const written = digits + scale
    if (index === end) {
      sum += readings[0]![0]!
      figures[figures.length - 1] = {
        written: plain.slice(start, index) + written,
        readings: [[sum]],
        isYear: false,
      }
    } else {
      ;[sum, start] = [readings[0]![0]!, index]
      figures.push({ written, readings, isYear: /^(?:19|20)\d\d$/.test(written) })
    }
    end = scale ? index + whole.length : -1
  }
  return figures
}

/** The numbers of "99.000", "3,5", "12.3.2026". */
function readingsOf(digits: string): number[][] {
  const parts = digits.split(/[.,]/).map(Number)
  if (parts.length === 1) return [parts]
  // Three digits behind one sign are a group: "99.000" is written by more people than 99 with three decimals.
  const sign = /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*(?:[.,]\d+)?$/.exec(digits)?.[1]
  if (sign) return [[Number(digits.replaceAll(sign, '').replace(',', '.'))]]
  if (parts.length > 2) return [parts]
  const decimal = [Number(digits.replace(',', '.'))]
  return /^(?:19|20)\d\d[.,]/.test(digits) ? [decimal, parts] : [decimal]
}

/** Numbers that readers and sources write as words, as clocks of twelve hours, or as names of months. */
const smallMax = 12
const tens: [words: RegExp, from: number][] = [
  [/\b(?:thir|four|fif|six|seven|eigh|nine)teen\b|열[가-힣]/i, 10],
  [/\btwenty|스무|스물/i, 20],
  [/\bthirty|서른/i, 30],
  [/\bforty|마흔/i, 40],
  [/\bfifty|\bhalf\b|쉰|절반|반값/i, 50],
  [/\bsixty|예순/i, 60],
  [/\bseventy|일흔/i, 70],
  [/\beighty|여든/i, 80],
  [/\bninety|아흔/i, 90],
  [/\bhundred\b|\ball\b|\bwhole\b|모두|전부|전체/i, 100],
]
/** "About 90,000" stands for 88,500, and for nothing that is further away. */
const roundedShare = 0.1

/** The numbers that a text states, in figures or in words. */
export function numbersIn(text: string): Set<number> {
  const numbers = new Set(figuresOf(text).flatMap(({ readings }) => readings.flat()))
  for (const number of numbers) {
    // The other half of the clock.
    if (Number.isInteger(number) && number > 0 && number < 12) numbers.add(number + 12)
  }
  for (const [words, from] of tens)
    if (words.test(text))
      for (let digit = 0; digit < (from < 100 ? 10 : 1); digit++) numbers.add(from + digit)
  return numbers
}

/**
 * The figures of a passage that are none of these numbers, as they are written. Numbers up to twelve are not compared.
 * A rounded figure is known; a year is not rounded.
 */
export const unknownFigures = (passage: string, known: readonly ReadonlySet<number>[]): string[] =>
  figuresOf(passage)
    .filter(({ readings, isYear }) => {
      const isKnown = (number: number) =>
        (Number.isInteger(number) && number <= smallMax) ||
        known.some((numbers) => numbers.has(number) || (!isYear && hasRounded(numbers, number)))
      return !readings.some((numbers) => numbers.every(isKnown))
    })
    .map(({ written }) => written)

function hasRounded(known: ReadonlySet<number>, number: number): boolean {
  const unit = lastDigitOf(number)
  for (const exact of known) {
    const distance = Math.abs(exact - number)
    if (distance < unit && distance <= number * roundedShare) return true
  }
  return false
}

/** The size of the last digit that is not zero: 1,000 for 99,000 and 0.1 for 3.5. */
function lastDigitOf(number: number): number {
  const [mantissa, exponent] = number.toExponential().split('e')
  return 10 ** (Number(exponent) - (mantissa!.split('.')[1]?.length ?? 0))
}
