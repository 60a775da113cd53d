// The last step of writing: code says what is wrong, one call mends it in place, and what does not make the text better is dropped.
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { findBlanks } from '#shared/blanks.ts'
import type { TextLength } from '#shared/text-length.ts'
import type { Tone } from '#shared/tools.ts'
import { composePrompt, type Material, type Parts, type Prompt } from './prompt-parts.ts'
import { checkText, weigh, type Checked, type Finding } from './text-checks.ts'
import { describeLength } from './text-target.ts'
import type { Writer } from './writer.ts'

const editsAnswer = z.object({
  edits: z.array(z.object({ passage: z.string().max(6_000), replacement: z.string().max(8_000) })).max(24),
})
/** Twice the longest text that can be ordered, in UTF-16 units. */
const revisedLengthMax = 40_000

type Edit = z.infer<typeof editsAnswer>['edits'][number]

type Revision = {
  /** What the member asked for, as in every other call. */
  order: Parts
  tone: Tone | 'report'
  length: TextLength
  title: string
}

/**
 * Edits the finished text once. An extra: where the call fails or cannot be paid, the text stays as it was written.
 * @throws the signal's reason
 */
export async function reviseText(writer: Writer, material: Material, revision: Revision): Promise<void> {
  const before = writer.content()
  // Checking takes time that other members wait for; longer than this is no text that anybody ordered.
  if (before.length > revisedLengthMax) return
  const checked: Checked = { language: material.form.language, ...revision }
  const prompt = revisePrompt(material, revision, { text: before, findings: checkText(before, checked) })
  const answer = await writer.optional('edits', prompt, editsAnswer)
  if (!answer?.edits.length) return
  const after = await applyEdits(before, answer.edits, checked)
  const { start, end, text } = differenceOf(before, after)
  writer.splice(start, end, text)
}

/**
 * The text with all edits that can be placed and do no harm; as it was when they make it no better where something was wrong.
 * An edit is placed where its passage stands once. It changes no heading of a section, and takes no blank away: what nobody knew before
 * it, nobody knows after it.
 */
export async function applyEdits(text: string, edits: Edit[], checked: Checked): Promise<string> {
  const before = weigh(checkText(text, checked))
  let edited = text
  let weight = before
  for (const { passage, replacement } of edits) {
    // Other members' texts come between two checks.
    await setImmediate()
    const start = edited.indexOf(passage)
    if (!passage.trim() || start < 0 || edited.includes(passage, start + 1)) continue
    const next = edited.slice(0, start) + replacement + edited.slice(start + passage.length)
    const nextWeight = weigh(checkText(next, checked))
    const losesBlank = findBlanks(next).length < findBlanks(edited).length
    if (nextWeight > weight || losesBlank || headingsOf(next) !== headingsOf(edited)) continue
    edited = next
    weight = nextWeight
  }
  return before > 0 && weight >= before ? text : edited
}

const headingsOf = (markdown: string): string => (markdown.match(/^## .*$/gm) ?? []).join('\n')

/** One splice that turns a text into another: from the first to the last place where they differ. */
function differenceOf(before: string, after: string): { start: number; end: number; text: string } {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let tail = 0
  while (tail < shorter - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) }
}

function revisePrompt(
  material: Material,
  { order, tone, length, title }: Revision,
  { text, findings }: { text: string; findings: Finding[] },
): Prompt {
  return composePrompt(material, {
    role: 'You edit the texts of good writers. You change what fails, and nothing else.',
    task: [
      'The work "text" was written for the order. Give the edits that it needs: "passage" is copied from the text letter by letter, Markdown included, long enough to stand there once (a sentence, a paragraph or a table row; never a "## " heading); "replacement" takes its place. To add something, repeat the passage before it in the replacement. To cut something, leave it out of the replacement. Edits do not overlap. At most sixteen; none where nothing fails.',
      'The work "findings", if there is one, was measured by code: mend each of them.',
      `The order asks for ${describeLength(length)}.`,
      'Then ask, and mend what fails: Is each wish of the order met? Do sums, times, lists, tables and cross-references agree? Is there a cell or step that nobody can act on, or a place that sends the reader elsewhere for what the text could say? A sentence that could stand in any text? A fact about the person or company that the order did not give and that stands outside a bracket? A claim that is false or doubtful? Does the opening make this reader stay, and does the end feel like an end?',
      'Brackets stay as they are. The tone stays the same. Good sentences are left alone.',
    ],
    order,
    work: [
      ['title', title],
      ['text', text],
      ['findings', findings.map(({ message }) => `- ${message}`).join('\n')],
    ],
    tone,
  })
}
