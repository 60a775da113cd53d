// Citation marks in streamed text: the model writes [^2], and the text gets a link to source 2 and a list of sources at
// its end.
import { sourceWords } from '#shared/research.ts'
import type { OutputLanguage, ReadSource } from '#shared/tools.ts'

/** A possible start of a mark at the end of a delta, with the space before it. */
const openMark = /(?: ?\[(?:\^[\d,\s^]{0,20})?| )$/
const mark = / ?\[\^([\d,\s^]{1,20})\]/g

/** @param sources by number, the first is 1; may grow until the first delta arrives */
export function createCitations(sources: readonly ReadSource[]) {
  let held = ''
  const link = (text: string) =>
    text.replace(mark, (_, numbers: string) =>
      [...new Set(numbers.match(/\d+/g))].map((number) => citationOf(sources, Number(number))).join(''),
    )
  return {
    /** @returns the part of the text that can be sent */
    add(delta: string): string {
      if (sources.length === 0) return delta
      const text = held + delta
      const at = openMark.exec(text)?.index ?? text.length
      held = text.slice(at)
      return link(text.slice(0, at))
    },
    /** @returns the held-back rest */
    end(): string {
      const rest = link(held)
      held = ''
      return rest
    },
  }
}

/** A number without a source is removed. */
function citationOf(sources: readonly ReadSource[], number: number): string {
  const url = sources[number - 1]?.url
  return url ? `[(${number})](${linkTarget(url)})` : ''
}

/** Whether a text cites this source. */
export const isCited = (text: string, sources: readonly ReadSource[], index: number): boolean =>
  sources[index]?.url !== undefined && text.includes(citationOf(sources, index + 1))

/** The research findings for a passage. Uncited ones stay without their facts, so that numbers do not change. */
export const citedIn = (passage: string, sources: readonly ReadSource[]): ReadSource[] => {
  const found = sources.filter(({ kind }) => kind === 'web')
  const cited = found.filter((_, index) => isCited(passage, found, index))
  if (cited.length === 0) return []
  return found.map((source) => (cited.includes(source) ? source : { ...source, facts: [] }))
}

/** Parentheses would end a Markdown link. */
const linkTarget = (url: string): string => url.replaceAll('(', '%28').replaceAll(')', '%29')

/** The list of the cited sources, to append to the text; '' when the text cites none or already has its list. */
export function sourceList(
  content: string,
  sources: readonly ReadSource[],
  language: OutputLanguage,
): string {
  const { heading, readOn } = sourceWords[language]
  const lines = sources.flatMap(({ name, url, date, read_on: day }, index) => {
    if (!url || !isCited(content, sources, index)) return []
    const title = name.replace(/\s+/g, ' ').replaceAll('[', '(').replaceAll(']', ')').trim() || url
    const site = new URL(url).hostname.replace(/^(?:www|m)\./, '')
    const details = [site, date, day && readOn.replace('{date}', day)].filter(Boolean).join(', ')
    return [`- (${index + 1}) [${title}](${linkTarget(url)}), ${details}`]
  })
  if (lines.length === 0 || content.includes(`\n## ${heading}\n\n- (`)) return ''
  return `\n\n## ${heading}\n\n${lines.join('\n')}`
}
