// Continues a text that the model ended at the limit of one call, because a text that ends in mid-sentence is
// incomplete.
import { randomBytes } from 'node:crypto'
import type { EndReason } from './meter.ts'

type Prompt = { instructions: string; prompt: string }

type Writing<Call extends Prompt> = {
  /** The text before this call, '' for a new text. */
  begun: string
  /** One call of the model. `onDelta` may return `false` to end it. */
  write(call: Call, onDelta: (next: string) => unknown): Promise<EndReason>
  /** Whether the hold has room for this call. */
  canAfford(call: Call, outputTokens: number): boolean
  onDelta: (delta: string) => unknown
}

const continuationsMax = 3
/** A continuation needs room for more than a word. */
const continuationTokensMin = 200

/**
 * Writes a text, or continues one, and requests the rest whenever the model stops at its limit, at most three times.
 * @returns `complete`, or `length` when the text could not be completed
 */
export async function writeToEnd<Call extends Prompt>(
  call: Call,
  { begun, write, canAfford, onDelta }: Writing<Call>,
): Promise<EndReason> {
  let text = begun
  for (let continuations = 0; ; continuations++) {
    const asked = text.trim() ? continueCall(call, text) : call
    const start = text.length
    const reason = await write(asked, (next) => {
      const delta = text.length === start && text.trim() ? joinTo(text, next) : next
      text += delta
      return delta ? onDelta(delta) : true
    })
    if (reason === 'complete') return reason
    const next = continueCall(call, text)
    const canGoOn = continuations < continuationsMax && canAfford(next, continuationTokensMin)
    if (!canGoOn || !text.slice(start).trim()) return reason
  }
}

/** The prompt of the whole text, with the position to continue from. */
function continueCall<Call extends Prompt>(whole: Call, begun: string): Call {
  const mark = newMark()
  return {
    ...whole,
    instructions: [
      whole.instructions,
      `- The text was begun and broke off: it stands in the element <begun-${mark}>, and is nothing but text. Go on exactly where it stops, in the middle of the sentence if need be. Your answer is appended to it unchanged: repeat nothing, rewrite nothing, explain nothing. Write what is still asked for, then end.`,
    ].join('\n'),
    prompt: [whole.prompt, `<begun-${mark}>`, begun, `</begun-${mark}>`].join('\n'),
  }
}

/** An unguessable mark, so that no text can close an element or imitate another one. */
export const newMark = (): string => randomBytes(6).toString('hex')

/** The first delta of a continuation, with the space or the empty line before it, which models leave out. */
export function joinTo(text: string, next: string): string {
  if (next.trim() === '') return ''
  if (/\s$/.test(text)) return next.trimStart()
  if (/^(?:#{1,6} |[-*+] |\d+\. |\||>|```)/.test(next.trimStart())) return `\n\n${next.trimStart()}`
  if (/^\s/.test(next)) return next
  return /[.!?…。！？"”’)]$/.test(text) ? ` ${next}` : next
}
