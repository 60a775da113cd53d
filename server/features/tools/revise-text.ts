// The last step of writing: code finds faults, one call edits the text in place, and edits without an improvement are
// dropped.
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { findBlanks } from '#shared/blanks.ts'
import { sourceWords } from '#shared/research.ts'
import type { TargetLength } from '#shared/text-length.ts'
import type { OutputLanguage, Tone } from '#shared/tools.ts'
import {
  composePrompt,
  type PromptInput,
  type PromptKind,
  type PromptSections,
  type Prompt,
} from './prompt-sections.ts'
import { checkText, weigh, type Checked, type Finding } from './text-checks.ts'
import { describeLength } from './text-target.ts'
import type { Writer } from './writer.ts'

const editsAnswer = z.object({
  edits: z.array(z.object({ passage: z.string().max(6_000), replacement: z.string().max(8_000) })).max(24),
})
/** For a text with sources. */
const checkedAnswer = editsAnswer.extend({ unsupported: z.array(z.string().max(2_000)).max(12) })
/** The maximum number of sentences that are marked as unsupported. */
const unsupportedMax = 6
/** Twice the longest text that can be ordered, in UTF-16 units. */
const revisedLengthMax = 40_000

type Edit = z.infer<typeof editsAnswer>['edits'][number]

type Revision = {
  /** The member's order, as in every other call. */
  order: PromptSections
  tone: Tone | 'report'
  /** Without a requested length the text has its own. */
  length: TargetLength
  /** See `Checked`. */
  lengthShareMin?: number
  /** The kind of rules for this text. */
  kind?: Exclude<PromptKind, 'list'>
  title: string
}

/**
 * Edits the finished text once. The step is optional: the text stays unchanged when the call fails or cannot be paid.
 * @throws the signal's reason
 */
export async function reviseText(writer: Writer, material: PromptInput, revision: Revision): Promise<void> {
  const before = writer.content()
  // Checking blocks other members' requests, and no ordered text is longer than this.
  if (before.length > revisedLengthMax) return
  const checked: Checked = {
    language: material.form.language,
    tone: revision.tone,
    length: revision.length.isOrdered ? revision.length : null,
    ...(revision.lengthShareMin === undefined ? {} : { lengthShareMin: revision.lengthShareMin }),
  }
  const found = checkText(before, checked)
  // Judges preferred the first draft of a short text to a version that was edited without a reason.
  if (revision.kind === 'message' && found.length === 0) return
  const prompt = revisePrompt(material, revision, { text: before, findings: found })
  const hasSources = material.findings.length > 0
  const answer: { edits: Edit[]; unsupported?: string[] } | null = hasSources
    ? await writer.optional('edits', prompt, checkedAnswer)
    : await writer.optional('edits', prompt, editsAnswer)
  if (!answer) return
  const edited = answer.edits.length > 0 ? await applyEdits(before, answer.edits, checked) : before
  const after = markUnsupported(edited, answer.unsupported ?? [], material.form.language)
  const { start, end, text } = differenceOf(before, after)
  writer.splice(start, end, text)
}

/**
 * Applies all edits that have a position and do no harm. The text stays unchanged when it had findings and the edits do
 * not improve it.
 * An edit applies when its passage occurs exactly once. It changes no heading of a section, adds no link and removes no
 * blank, because no edit adds knowledge.
 */
export async function applyEdits(text: string, edits: Edit[], checked: Checked): Promise<string> {
  const before = weigh(checkText(text, checked))
  let edited = text
  let weight = before
  for (const { passage, replacement } of edits) {
    // Requests of other members run between two checks.
    await setImmediate()
    const start = edited.indexOf(passage)
    if (!passage.trim() || start < 0 || edited.includes(passage, start + 1)) continue
    const next = edited.slice(0, start) + replacement + edited.slice(start + passage.length)
    const nextWeight = weigh(checkText(next, checked))
    const losesBlank = findBlanks(next).length < findBlanks(edited).length
    if (nextWeight > weight || losesBlank || headingsOf(next) !== headingsOf(edited)) continue
    if (linksOf(replacement).some((link) => !text.includes(link))) continue
    edited = next
    weight = nextWeight
  }
  return before > 0 && weight >= before ? text : edited
}

/** URLs of links, with the bracket before them. */
const linksOf = (markdown: string): string[] => markdown.match(/\]\([^)\n]*\)/g) ?? []

/**
 * Puts a blank after sentences that need a source and have none, so that the page lists them and exports ask for them.
 * A sentence that does not occur exactly once, or has a citation after it, stays unchanged.
 */
export function markUnsupported(
  text: string,
  sentences: readonly string[],
  language: OutputLanguage,
): string {
  let marked = text
  for (const sentence of sentences.map((one) => one.trim()).slice(0, unsupportedMax)) {
    const start = marked.indexOf(sentence)
    const end = start + sentence.length
    const isPlain = sentence.length > 1 && !/[\n#|]|\]\(/.test(sentence)
    if (!isPlain || start < 0 || marked.includes(sentence, start + 1) || /^ ?\[/.test(marked.slice(end)))
      continue
    marked = `${marked.slice(0, end)} [${sourceWords[language].needed}]${marked.slice(end)}`
  }
  return marked
}

const headingsOf = (markdown: string): string => (markdown.match(/^## .*$/gm) ?? []).join('\n')

/** One splice that turns a text into another: from the first to the last difference. */
function differenceOf(before: string, after: string): { start: number; end: number; text: string } {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let tail = 0
  while (tail < shorter - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) }
}

const sourceTask = [
  'A link such as [(2)](address) is the mark of source 2 in the material "findings": it stays right behind what it proves, letter by letter, and none is added. Where a sentence says more than its source, edit the sentence.',
  '"unsupported": sentences of the text, copied letter by letter, that state a figure, price, date, rule, ranking, study or quotation which has no mark, stands neither in the order nor in the findings, and which an educated person would not simply know. At most six; none where there is none.',
]

const questions: Record<Exclude<PromptKind, 'list'>, string[]> = {
  message: [],
  text: [
    'Besides, mend only what is wrong, in the words and the voice of the text: a wish of the order that is not met; a claim that is false, doubtful or more exact than anybody knows; a fact about the person or company that the order did not give and that stands outside a bracket; sums, times, dates, lists and tables that do not agree. Style, order and whatever is right stay as they are.',
  ],
}

function revisePrompt(
  material: PromptInput,
  { order, tone, length, title, kind = 'text' }: Revision,
  { text, findings }: { text: string; findings: Finding[] },
): Prompt {
  return composePrompt(material, {
    role: 'You edit the texts of good writers. You change what fails, and nothing else.',
    task: [
      'The work "text" was written for the order. Give the edits that it needs: "passage" is copied from the text letter by letter, Markdown included, long enough to stand there once (a sentence, a paragraph or a table row; never a "## " heading); "replacement" takes its place. To add something, repeat the passage before it in the replacement. To cut something, leave it out of the replacement. Edits do not overlap. At most sixteen; none where nothing fails.',
      'The work "findings", if there is one, was measured by code: mend each of them.',
      ...(length.isOrdered ? [`The order asks for ${describeLength(length)}.`] : []),
      ...questions[kind],
      'Brackets stay as they are. The tone stays the same. Good sentences are left alone.',
      ...(material.findings.length > 0 ? sourceTask : []),
    ],
    order,
    kind,
    work: [
      ['title', title],
      ['text', text],
      ['findings', findings.map(({ message }) => `- ${message}`).join('\n')],
    ],
    tone,
  })
}
