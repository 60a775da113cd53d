// The sections of a Markdown text: the content below each heading of the second level.
import { readPicture } from './pictures.ts'
import type { WritingTool } from './tools.ts'

export type TextSection = {
  heading: string
  /** The section with its heading is [start, end), its text [bodyStart, end), in UTF-16 units. */
  start: number
  bodyStart: number
  end: number
}

/** Headings inside code do not count. The text before the first heading is in no section. */
export function findSections(markdown: string): TextSection[] {
  const sections: TextSection[] = []
  let isInFence = false
  let offset = 0
  for (const line of markdown.split('\n')) {
    if (/^\s{0,3}(?:```|~~~)/.test(line)) isInFence = !isInFence
    const heading = isInFence ? null : /^##[ \t]+(.+?)[ \t]*#*$/.exec(line)
    if (heading) {
      const last = sections.at(-1)
      if (last) last.end = offset
      const bodyStart = Math.min(offset + line.length + 1, markdown.length)
      sections.push({ heading: heading[1]!, start: offset, bodyStart, end: markdown.length })
    }
    offset += line.length + 1
  }
  return sections
}

export const sectionBody = (markdown: string, section: TextSection): string =>
  markdown.slice(section.bodyStart, section.end).trim()

/**
 * A model's text for a section: its headings and rules become paragraphs, because they would look like the section's
 * own.
 */
export const asParagraphs = (text: string): string =>
  text
    .replace(/^[ \t]*#{1,6}[ \t]+/gm, '')
    .replace(/^[ \t]*(?:-{3,}|\*{3,}|_{3,}|={3,})[ \t]*$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

const feedRule = /^[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*$/m

/** The sections of a tool's text: the caption of a feed is in no slide, an e-mail has none. */
export function findToolSections(tool: WritingTool, markdown: string): TextSection[] {
  if (tool === 'email') return []
  if (tool !== 'instagram-feed') return findSections(markdown)
  return findSections(markdown.slice(0, feedRule.exec(markdown)?.index))
}

/** `picture` is the slide's picture, as Markdown. */
export type Feed = { slides: { heading: string; text: string; picture: string | null }[]; caption: string }

/** A line with only a picture, and the blank lines after it. */
const pictureLine =
  /^[ \t]*(!\[[^\][\\\n]*\]\([^\s()]+(?: "[^"\n]*")?\)(?: \{\.(?:left|center|right)\})?)[ \t]*$\n*/gm

/** The pictures of our storage on lines of their own, as Markdown. */
export const findPictures = (markdown: string): string[] =>
  [...markdown.matchAll(pictureLine)].map(([, picture = '']) => picture).filter((line) => readPicture(line))

/** A text without its pictures, for readers of words only. */
export const withoutPictures = (markdown: string): string =>
  markdown.replace(pictureLine, (line) => (readPicture(line) ? '' : line))

/** Replaces the first picture of a slide's body, or adds one in front. Other content stays. */
export function withSlidePicture(body: string, picture: string): string {
  const [first] = findPictures(body)
  const rest = body.replace(pictureLine, (line, found) => (found === first ? '' : line)).trim()
  return [picture, rest].filter(Boolean).join('\n\n')
}

/** The body of a slide: its first picture, and its words. */
export function readSlide(body: string): { text: string; picture: string | null } {
  const picture = findPictures(body)[0] ?? null
  return { picture, text: picture === null ? body : withoutPictures(body).trim() }
}

/** The stored form of an Instagram feed: a section for each slide, a rule, the caption. */
export function readFeed(markdown: string): Feed {
  const rule = feedRule.exec(markdown)
  const slides = rule ? markdown.slice(0, rule.index) : markdown
  return {
    slides: findSections(slides).map((section) => ({
      heading: section.heading,
      ...readSlide(sectionBody(slides, section)),
    })),
    caption: rule ? markdown.slice(rule.index + rule[0].length).trim() : '',
  }
}

export const writeSlides = (slides: Feed['slides']): string =>
  slides
    .map(({ heading, text, picture }) => [`## ${heading}`, picture, text].filter(Boolean).join('\n\n'))
    .join('\n\n')
