// Apart from blanks.ts, which pages load before the editor's marks.
import type { Blank } from './blanks.ts'
import { withoutMarks } from './text-marks.ts'

/** The sentence around a blank, without formatting, so that a member recognizes the blank. */
export function sentenceAround(markdown: string, { start, end }: Blank): string {
  const before = markdown.slice(0, start)
  const after = markdown.slice(end)
  const from = Math.max(before.lastIndexOf('\n'), before.search(/[.!?。！？][^.!?。！？\n]*$/))
  const to = after.search(/[.!?。！？\n]/)
  const sentence = plainLine(markdown.slice(from + 1, to < 0 ? markdown.length : end + to + 1))
  // A blank that is a whole sentence needs the text before it as context.
  if (sentence !== plainLine(markdown.slice(start, end))) return sentence
  return plainLine(markdown.slice(before.lastIndexOf('\n') + 1, end))
}

/** A line without formatting. */
const plainLine = (text: string): string =>
  withoutMarks(text)
    .replace(/^[\s#>*+|-]+|\*\*|[\s|]+$/g, '')
    .trim()
