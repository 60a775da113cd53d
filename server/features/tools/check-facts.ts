// Checks what a passage claims: it lists the claims, searches and reads pages as research does, and compares. Only a
// sentence that is in a page supports or contradicts a claim, and only a correction with figures of that sentence is
// offered.
import type { Dependencies } from '#server/dependencies.ts'
import type { Meter } from '#server/metering/meter.ts'
import { claimsMax, type CheckedClaim } from '#shared/fact-check.ts'
import { siteDay } from '#shared/site.ts'
import type { OutputLanguage } from '#shared/tools.ts'
import { claimsAnswer, claimsPrompt, verdictsAnswer, verdictsPrompt } from './check-facts-prompts.ts'
import type { PromptInput } from './prompt-sections.ts'
import { hasFiguresOf, isQuoteOf, readAbout, type Page } from './research.ts'

type Check = { passage: string; language: OutputLanguage; memberId: string; signal: AbortSignal }

const outputTokens = { claims: 1_000, verdicts: 2_500 } as const
const quoteMax = 400
/** A corrected sentence says the same thing rightly, and not another one. */
const correctionMax = (sentence: string) => sentence.length * 2 + 80
/** Marks, addresses and line breaks: a page must not write more than a sentence into the text. */
const notPlain = /[[\]<>`|\n\r]|\*\*|~~|https?:|www\./i

/**
 * @returns the claims of the passage in their order; empty when it claims nothing that can be looked up
 * @throws AppError of models and of Naver; the signal's reason
 */
export async function checkFacts(deps: Dependencies, meter: Meter, check: Check): Promise<CheckedClaim[]> {
  const { passage, language, memberId, signal } = check
  const material: PromptInput = { form: { language }, customTone: null, sources: [], findings: [] }
  const answer = await meter.object({
    ...claimsPrompt(material, passage),
    schema: claimsAnswer,
    outputTokensMax: outputTokens.claims,
    invalidCode: 'tool_create_failed',
  })
  const claims = answer.claims.filter(({ sentence }) => isSentenceOf(passage, sentence)).slice(0, claimsMax)
  if (claims.length === 0) return []
  const asked = claims.map(({ claim, query }) => ({ question: claim, query }))
  const pages = await readAbout(deps, meter, { material, order: [], asked, memberId, signal })
  const open = claims.map(({ claim, sentence }) => ({ claim, sentence }))
  if (pages.length === 0) return open.map((claim) => judge(claim, undefined, pages))
  const judged = await meter.object({
    ...verdictsPrompt(material, { passage, claims: open, pages }),
    schema: verdictsAnswer,
    outputTokensMax: outputTokens.verdicts,
    invalidCode: 'tool_create_failed',
  })
  return open.map((claim, index) =>
    judge(
      claim,
      judged.verdicts.find((verdict) => verdict.claim === index + 1),
      pages,
    ),
  )
}

const isSentenceOf = (passage: string, sentence: string): boolean =>
  sentence.trim().length > 1 && passage.includes(sentence)

type Judged = { verdict: CheckedClaim['verdict']; source: number; quote: string; correction: string }

/** A verdict without a sentence of a page is none. */
function judge(
  { claim, sentence }: Pick<CheckedClaim, 'claim' | 'sentence'>,
  judged: Judged | undefined,
  pages: Page[],
): CheckedClaim {
  const notFound: CheckedClaim = { claim, sentence, verdict: 'not_found', correction: '', source: null }
  const page = judged && pages[judged.source - 1]
  if (!page || judged.verdict === 'not_found') return notFound
  const quote = judged.quote.trim()
  if (quote.length > quoteMax || !isQuoteOf(page.text, quote)) return notFound
  if (judged.verdict === 'supported' && !hasFiguresOf(quote, claim)) return notFound
  const { title, url, date, isSample } = page
  return {
    claim,
    sentence,
    verdict: judged.verdict,
    correction:
      judged.verdict === 'contradicted' ? plainCorrection(judged.correction, { sentence, quote }) : '',
    source: { title, url, date, read_on: siteDay(new Date()), quote, is_sample: isSample },
  }
}

/** '' where the correction is more than a plain sentence, or has a figure that neither the quote nor the text has. */
function plainCorrection(
  correction: string,
  { sentence, quote }: { sentence: string; quote: string },
): string {
  const text = correction.trim()
  const isPlain =
    text !== '' && text !== sentence && text.length <= correctionMax(sentence) && !notPlain.test(text)
  return isPlain && hasFiguresOf(`${quote} ${sentence}`, text) ? text : ''
}
