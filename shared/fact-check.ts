// A check of facts: what a passage claims, and what sources on the web say about it.
import type { SentenceChange } from './sentence-changes.ts'
import { researchLimits } from './research.ts'

export const verdicts = ['supported', 'contradicted', 'not_found'] as const
type Verdict = (typeof verdicts)[number]

/** A page that was read, and its sentence about the claim, letter by letter. */
type ClaimSource = {
  title: string
  url: string
  /** Of publication: YYYY-MM-DD, where the search or the page itself has it. */
  date: string | null
  /** YYYY-MM-DD */
  read_on: string
  quote: string
  /** A made-up page of a machine without keys. */
  is_sample: boolean
}

export type CheckedClaim = {
  claim: string
  /** The sentence of the passage that claims it, letter by letter. */
  sentence: string
  verdict: Verdict
  /** The sentence as the source has it; '' unless it is contradicted. */
  correction: string
  /** Null when nothing was found. */
  source: ClaimSource | null
}

/** Claims of one check: each has its own search. */
export const claimsMax = researchLimits.searches

/**
 * The passage, cut at its corrected sentences, as changes to take or leave. Each correction has a link to its source
 * before its last mark.
 * @param passage Markdown
 */
export function correctionsIn(passage: string, corrected: readonly CheckedClaim[]): SentenceChange[] {
  const found = corrected
    .map((claim) => ({ ...claim, start: passage.indexOf(claim.sentence) }))
    .filter(({ start, source }) => start >= 0 && source !== null)
    .toSorted((a, b) => a.start - b.start)
  const changes: SentenceChange[] = []
  let at = 0
  for (const { start, sentence, correction, source } of found) {
    if (start < at) continue
    const unchanged = passage.slice(at, start)
    if (unchanged) changes.push({ before: unchanged, after: unchanged })
    const [, words = '', end = ''] = /^([\s\S]*?)([.!?。！？]*)$/.exec(correction.trim()) ?? []
    changes.push({ before: sentence, after: `${words} ${citationOf(source!)}${end}` })
    at = start + sentence.length
  }
  const rest = passage.slice(at)
  return rest ? [...changes, { before: rest, after: rest }] : changes
}

/** Parentheses would end a Markdown link. */
const citationOf = ({ url }: ClaimSource): string =>
  `[(${siteOf(url)})](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`

/** The site of a web address. */
export const siteOf = (url: string): string =>
  url
    .replace(/^https?:\/\//i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/^(?:www|m)\./, '')
