// Blanks: short brackets in a text for facts that only its author has, with a suggestion inside: “[예: 3개월]”.

export type Blank = {
  /** In the Markdown, brackets included, in UTF-16 units. */
  start: number
  end: number
  /** The text inside the brackets: a usable suggestion. */
  suggestion: string
}

/** Brackets that are not a link, picture, footnote, check box or number of a source. */
const bracket = /\\?\[((?!\^|\d+\\?\]|[ xX]?\\?\])[^[\]\n\\]{1,80})\\?\](?![([:]|\{\.)/g

/** The blanks of a Markdown text, in their order. Code is left out. */
export function findBlanks(markdown: string): Blank[] {
  const code = [...markdown.matchAll(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g)].map(({ index, 0: text }) => ({
    start: index,
    end: index + text.length,
  }))
  return [...markdown.matchAll(bracket)]
    .filter(
      ({ index }) =>
        markdown[index - 1] !== '!' && !code.some(({ start, end }) => index >= start && index < end),
    )
    .map(({ index, 0: whole, 1: suggestion = '' }) => ({
      start: index,
      end: index + whole.length,
      suggestion: suggestion.trim(),
    }))
}

/** The text with a filled blank. */
export const fillBlank = (markdown: string, { start, end }: Blank, value: string): string =>
  markdown.slice(0, start) +
  value
    .replace(/[\r\n]+/g, ' ')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .trim() +
  markdown.slice(end)

/** Tags that titles and subjects begin with, after "Re:". They are no blanks. */
const tags =
  /^(?:(?:re|fwd?|회신|전달) ?: ?)*(?:\[(?:문의|요청|안내|긴급|공지|알림|회신|질문|신청|확인|보고|공유|초대|모집|필독|후기|제안|request|urgent|notice|question|update|reminder|action required|invitation|internal|external|fyi)\] ?)+/i

/** A text with its title, as it leaves the page, for `findBlanks`. */
export const withTitle = (title: string, content: string): string =>
  `${title.replace(tags, '')}\n\n${content}`.trim()
