// The blocks of code in a Markdown text (CommonMark, “Indented code blocks” and “Fenced code blocks”).

const marker = String.raw`(?:[-*+]|\d{1,9}[.)])`
const opening = new RegExp(String.raw`^[ \t>]*(?:${marker}[ \t]+)*(?<fence>${'`'}{3,}(?=[^${'`'}]*$)|~{3,})`)
const item = new RegExp(`^[ \\t>]*${marker}(?:[ \\t]|$)`)

/** A stretch of a text, of whole lines. */
type Stretch = { isCode: boolean; text: string }

/**
 * The text in stretches, blocks of code and what is between them. Fences may be in lists and quotes; indented code there
 * is not found, because words of an item are indented alike.
 */
export function splitAtCode(markdown: string): Stretch[] {
  const stretches: Stretch[] = []
  const add = (isCode: boolean, line: string) => {
    const last = stretches.at(-1)
    if (last?.isCode === isCode) last.text += line
    else stretches.push({ isCode, text: line })
  }
  let fence = ''
  let [isAfterBlank, isIndented, isInList] = [true, false, false]
  for (const line of markdown.split(/(?<=\n)/)) {
    const isBlank = line.trim() === ''
    const wasFenced = fence !== ''
    if (wasFenced) {
      if (closes(line, fence)) fence = ''
    } else if (!isBlank) {
      isIndented = /^(?: {4}| {0,3}\t)/.test(line) && !isInList && (isIndented || isAfterBlank)
      fence = isIndented ? '' : (opening.exec(line.trimEnd())?.groups?.fence ?? '')
      isInList = item.test(line) || (isInList && (/^[ \t]/.test(line) || !isAfterBlank))
    }
    add(wasFenced || fence !== '' || isIndented, line)
    isAfterBlank = isBlank || wasFenced
  }
  return stretches
}

/** A fence of the same sign, at least as long, and nothing else. */
function closes(line: string, fence: string): boolean {
  const words = line.replace(/^[ \t>]+/, '').trimEnd()
  return words.startsWith(fence) && words.replaceAll(fence[0]!, '') === ''
}
