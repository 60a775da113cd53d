// Reads what a draft has before its text: the outline and the title, in the same call. A model that plans in its answer
// writes as it does in a chat, and a plan of its own call is not paid for.

export type HeadListener = {
  outline(headings: string[]): void
  title(title: string): void
  text(delta: string): void
}

const titleLine = /^(?:#\s+|\**(?:제목|Subject|Title)\**\s*[:：]\s*\**)(.+?)\**$/i
const outlineLine = /^(?:[-*•]|\d{1,2}[.)])\s+(.+)$/
const outlineLabel = /^\**(?:소제목|개요|Outline|Subheadings|Headings)\**\s*[:：]?\**$/i
/** A line this long without an end is text. */
const headLineMax = 500

/**
 * Splits a streamed draft into `- heading` lines, `# title` and text. Each of the first two may be missing: the text
 * begins at the first line that is neither.
 */
export function createDraftHead(expects: { outline: boolean }, on: HeadListener) {
  let head = ''
  let headings: string[] = []
  let state: 'head' | 'gap' | 'text' = 'head'

  const sendOutline = () => {
    if (headings.length > 0) on.outline(headings)
    headings = []
  }

  /** Empty lines before the text are dropped. */
  function sendText(delta: string): void {
    const text = state === 'gap' ? delta.replace(/^\s+/, '') : delta
    if (!text) return
    state = 'text'
    on.text(text)
  }

  /** @returns whether the line belongs to the head */
  function takeLine(line: string): boolean {
    const plain = line.trim()
    if (plain === '' || (expects.outline && outlineLabel.test(plain))) return true
    const heading = expects.outline ? outlineLine.exec(plain)?.[1] : undefined
    if (heading !== undefined) {
      headings.push(heading.replace(/\*\*/g, '').trim())
      return true
    }
    const title = titleLine.exec(plain)?.[1]
    if (title === undefined) return false
    sendOutline()
    on.title(title.trim())
    state = 'gap'
    return true
  }

  return {
    add(delta: string): void {
      if (state !== 'head') return sendText(delta)
      head += delta
      for (let end = head.indexOf('\n'); state === 'head'; end = head.indexOf('\n')) {
        if (end < 0 && head.length <= headLineMax) return
        const isHead = end >= 0 && takeLine(head.slice(0, end))
        if (isHead) head = head.slice(end + 1)
        else beginText()
      }
      sendText(head)
    },
    /** A last line without an end. */
    end(): void {
      if (state === 'head' && !takeLine(head)) {
        beginText()
        sendText(head)
      } else sendOutline()
    },
  }

  function beginText(): void {
    sendOutline()
    state = 'gap'
  }
}

/** The parts of a whole draft. */
export function readDraft(draft: string, expects = { outline: false }) {
  const parts = { outline: [] as string[], title: '', text: '' }
  const head = createDraftHead(expects, {
    outline: (headings) => (parts.outline = headings),
    title: (title) => (parts.title = title),
    text: (delta) => (parts.text += delta),
  })
  head.add(draft)
  head.end()
  return parts
}
