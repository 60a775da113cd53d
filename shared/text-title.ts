// The title of a Markdown text that a member brings. Other programs write it into the text: as its first heading, or in
// the front matter (YAML between lines of `---`), which Jekyll, Hugo and Obsidian put before it.
import { splitAtCode } from './code-blocks.ts'
import { withoutMarks } from './text-marks.ts'
import { titleMaxLength } from './tools.ts'

/**
 * Takes the title out of a text, which then does not repeat it. The front matter's title comes first, then a heading that
 * begins the text and is above all others: of several on one level, the first is a section. Front matter is no text.
 * @param named the title of a text without one: the name of its file
 */
export function splitTitle(markdown: string, named = ''): { title: string; text: string } {
  const { stated, body } = readFrontMatter(markdown.trim())
  const known = stated || named
  const heading = readFirstHeading(body)
  if (heading && heading.title === known) return { title: known, text: heading.rest }
  if (!heading || stated || levelsOf(heading.rest).some((level) => level <= heading.level))
    return { title: known, text: body }
  return { title: heading.title, text: heading.rest }
}

const frontMatter = /^---[ \t]*\n([^]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/
/** Of Jekyll, Hugo and Obsidian. Other text between two rules is a text. */
const knownKey =
  /^(?:title|date|tags?|categor(?:y|ies)|layout|draft|slug|aliases|author|description|permalink|created|updated|published)[ \t]*:/im
const isFrontMatter = (yaml: string): boolean =>
  /^[A-Za-z_][\w-]*:/.test(yaml) &&
  knownKey.test(yaml) &&
  yaml.split('\n').every((line) => /^(?:[\w-]+:|[ \t#-]|$)/.test(line))

function readFrontMatter(markdown: string): { stated: string; body: string } {
  const [block = '', yaml = ''] = frontMatter.exec(markdown) ?? []
  if (!isFrontMatter(yaml)) return { stated: '', body: markdown }
  const value = /^title:[ \t]*(.*)$/im.exec(yaml)?.[1]?.trim() ?? ''
  return { stated: readScalar(value).slice(0, titleMaxLength), body: markdown.slice(block.length).trim() }
}

/** A YAML string on one line. Those of several lines, after `|` or `>`, are no titles. */
function readScalar(value: string): string {
  const quoted = /^(?:"((?:\\.|[^"\\])*)"|'((?:''|[^'])*)')/.exec(value)
  if (quoted?.[1] !== undefined) return quoted[1].replace(/\\(.)/g, '$1').trim()
  if (quoted?.[2] !== undefined) return quoted[2].replaceAll("''", "'").trim()
  return /^[|>[{&*!]/.test(value) ? '' : value.replace(/(?:^|[ \t])#.*$/, '').trim()
}

type Heading = { level: number; title: string; rest: string }

function readFirstHeading(body: string): Heading | null {
  const [whole, signs, words] =
    /^(#{1,6})[ \t]+([^\n]+)(?:\n|$)/.exec(body) ??
    // Code, a table, a quotation or a list is no underlined title.
    /^()(?![`~|>]|[-*+][ \t]|\d+[.)][ \t])([^\n]+)\n=+[ \t]*(?:\n|$)/.exec(body) ??
    []
  const title = plainTitle(words ?? '')
  const hasPicture = words?.includes('![')
  if (!whole || !title || hasPicture || title.length > titleMaxLength) return null
  return { level: signs?.length || 1, title, rest: body.slice(whole.length).trim() }
}

const plainTitle = (markdown: string): string =>
  withoutMarks(markdown.slice(0, titleMaxLength * 4))
    .replace(/[ \t]+#+[ \t]*$/, '')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)|<\/?(?:u|mark)>/g, '$1')
    .replace(/(?<!\\)(\*{1,3}|`+|~~)(\S|\S.*?\S)(?<!\\)\1/g, '$2')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()

const levelsOf = (markdown: string): number[] =>
  splitAtCode(markdown)
    .filter(({ isCode }) => !isCode)
    .flatMap(({ text }) => [...text.matchAll(/^ {0,3}(?:(#{1,6})[ \t]|=+[ \t]*$)/gm)])
    .map(([, signs]) => signs?.length ?? 1)
