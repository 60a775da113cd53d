// Days and times of day that a text states and its order does not: in an e-mail or an application they are made up.
import { findBlanks } from '#shared/blanks.ts'
import { renderedText } from '#shared/rendered-text.ts'

const months = 'January|February|March|April|May|June|July|August|September|October|November|December'
const weekday = /[월화수목금토일]요일|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/gi
const date = new RegExp(
  String.raw`\d{1,2}월 ?\d{1,2}일|\b(?:${months}) \d{1,2}(?!\d)|\b\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:${months})\b`,
  'gi',
)
const hour =
  /(?:오전|오후|아침|점심|저녁|밤|새벽) ?(\d{1,2})시|\b(\d{1,2})(?::\d{2})? ?[ap]\.?m\b|\b(\d{1,2}):\d{2}\b/gi
/**
 * The days and times of day in a Korean or English text that cannot come from `given`: each once, as it is written.
 * Blanks are left out. A day that was reckoned from another one is reported too: readers cannot know from when.
 * @param markdown the text
 * @param given everything that the writer of the text was given
 */
export function findOwnTimes(markdown: string, given: string): string[] {
  const blanks = findBlanks(markdown)
  const filled = blanks.reduceRight(
    (text, { start, end }) => text.slice(0, start) + text.slice(end),
    markdown,
  )
  const plain = renderedText(filled)
  const known = squeeze(given + furtherDays(given).join(' '))
  const days = [...(plain.match(date) ?? []), ...(plain.match(weekday) ?? [])].filter(
    (day) => !known.includes(squeeze(day)),
  )
  const hours = [...plain.matchAll(hour)].filter(
    (found) => !hasHour(given, Number(found[1] ?? found[2] ?? found[3])),
  )
  return [...new Set([...days, ...hours.map(([words]) => words)])]
}

/** The further days of ranges and lists, with their month: "October 9 to 23", "10월 9일~23일" and "December 3, 10, 17". */
const further = new RegExp(
  String.raw`\b(${months}) (\d{1,2}(?: ?(?:to|through|until|and|,? and|or|[-–~,]) ?\d{1,2}(?!\d))+)|(\d{1,2}월) ?(\d{1,2}일?(?: ?(?:부터|에서|하고|[과와]|[-–~,·]) ?\d{1,2}(?:일|(?!\d)))+)`,
  'gi',
)
const furtherDays = (given: string): string[] =>
  [...given.matchAll(further)].flatMap(([, month, days, koreanMonth, koreanDays]) =>
    ((days ?? koreanDays)!.match(/\d+/g) ?? []).map((day) =>
      month ? ` ${month} ${day}` : ` ${koreanMonth}${day}일`,
    ),
  )

const squeeze = (text: string): string => text.replace(/\s/g, '').toLowerCase()

/** Also on the other half of the clock: 3 and 15. */
const hasHour = (given: string, value: number): boolean =>
  new RegExp(String.raw`(?<!\d)0?(?:${value}|${value < 12 ? value + 12 : value - 12})(?!\d)`).test(given)
