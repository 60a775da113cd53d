// The last step of writing: somebody who did not write the draft reads it, notes what to mend, and writes it anew. Code
// measures both and keeps the draft where the new text is worse or not whole.
import { z } from 'zod'
import { sourceWords } from '#shared/research.ts'
import type { TargetLength } from '#shared/text-length.ts'
import { contentMaxLength, type OutputLanguage, type Tone } from '#shared/tools.ts'
import {
  composePrompt,
  taskIn,
  type PromptInput,
  type PromptSections,
  type Prompt,
  type Task,
} from './prompt-sections.ts'
import { checkText, weigh, type Checked, type Finding } from './text-checks.ts'
import { describeLength } from './text-target.ts'
import type { Writer } from './writer.ts'

/** The notes come first in the schema, because the text rests on them. */
const revisionAnswer = z.object({
  faults: z.array(z.string().max(1_000)).max(12),
  text: z.string().max(contentMaxLength),
})
/** For a text with sources. */
const checkedAnswer = revisionAnswer.extend({ unsupported: z.array(z.string().max(2_000)).max(12) })
/** The maximum number of sentences that are marked as unsupported. */
const unsupportedMax = 6
/** Twice the longest text that can be ordered, in UTF-16 units. Checking blocks other members' requests. */
const revisedLengthMax = 40_000
/** A new text may have one more sentence in the wrong register: it is better in what code does not measure. */
const weightTolerance = 1
/** Outside these shares of the draft's length, something was left out or padded. */
const lengthShares = { min: 0.6, max: 2 }

export type Revision = {
  /** The member's order, as in every other call. */
  order: PromptSections
  tone: Tone | 'report'
  /** Without a requested length the text has its own. */
  length: TargetLength | null
  /** See `Checked`. */
  lengthShareMin?: number
  /** Further work that the reader sees next to the text, and rules about its form. */
  work?: PromptSections
  rules?: string[]
  /** Whether the new text has the form that the product needs. Default: the same headings of sections. */
  isWhole?: (after: string, before: string) => boolean
}

/**
 * Revises the whole text once. The step is optional: the text stays unchanged when the call fails or cannot be paid.
 * @throws the signal's reason
 */
export async function reviseText(writer: Writer, material: PromptInput, revision: Revision): Promise<void> {
  // A continued run must not write over what the member has edited since.
  if (writer.isTextDone || writer.isEdited) return
  const before = writer.content()
  const after = await findBetterText(writer, material, revision, before)
  writer.splice(0, before.length, after)
}

/** @returns the revised text, or the draft @throws the signal's reason */
async function findBetterText(
  writer: Writer,
  material: PromptInput,
  revision: Revision,
  draft: string,
): Promise<string> {
  if (draft.length > revisedLengthMax) return draft
  const { length } = revision
  const checked: Checked = {
    language: material.form.language,
    tone: revision.tone,
    length: length?.isOrdered ? length : null,
    ...(revision.lengthShareMin === undefined ? {} : { lengthShareMin: revision.lengthShareMin }),
  }
  const found = checkText(draft, checked)
  const prompt = revisePrompt(material, revision, { text: draft, findings: found })
  const options = { characters: Array.from(draft).length * lengthShares.max }
  const answer: { text: string; unsupported?: string[] } | null =
    material.findings.length > 0
      ? await writer.optional(prompt, checkedAnswer, options)
      : await writer.optional(prompt, revisionAnswer, options)
  if (!answer) return draft
  const isBetter = isRevised(draft, answer.text.trim(), {
    checked,
    isWhole: revision.isWhole ?? hasSameHeadings,
  })
  const text = isBetter ? answer.text.trim() : draft
  return markUnsupported(text, answer.unsupported ?? [], checked.language)
}

/** Whether a new text can replace the draft: whole, of about its length, without new links and faults. */
export function isRevised(
  before: string,
  after: string,
  { checked, isWhole }: { checked: Checked; isWhole: NonNullable<Revision['isWhole']> },
): boolean {
  const share = after.length / before.trim().length
  if (checked.length === null && (share < lengthShares.min || share > lengthShares.max)) return false
  if (after === '' || !isWhole(after, before)) return false
  if (linksOf(after).some((link) => !before.includes(link))) return false
  return weigh(checkText(after, checked)) <= weigh(checkText(before, checked)) + weightTolerance
}

/** URLs of links, with the bracket before them. No revision adds one, because it has no knowledge of pages. */
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
const hasSameHeadings = (after: string, before: string): boolean => headingsOf(after) === headingsOf(before)

/** Two readers and few words: judges preferred every one of 18 texts to the draft that it was revised from. */
const reviseTask: Task = {
  role: 'You read a draft that somebody else wrote, and make it better.',
  korean: [
    '작업 "text"는 아래 주문으로 쓴 초안이야. 주문한 사람은 이 글을 자기 이름으로 내보내거나 제출해.',
    '"faults": 먼저 두 사람의 눈으로 초안을 처음부터 끝까지 읽고, 고칠 것을 중요한 순서로 다섯 가지까지 한 줄씩 적어. (가) 이 글을 받아 읽을 바로 그 사람: 어디서 멈칫하는지, 무엇이 없어서 되묻게 되는지, 어디를 건너뛰는지, 무엇이 있으면 마음이 움직이거나 바로 행동할 수 있는지. (나) 자기 이름을 걸고 내보낼 사람: 주문에 없는데 지어낸 사실(나, 우리 회사, 경험, 날짜, 조건, 약속), 틀렸거나 과장된 말, 주문대로 안 된 것, 누가 써도 같은 문장, 기계가 쓴 티가 나는 말투와 꾸밈(굵은 글씨 남발, 이모지, 판에 박힌 머리말과 맺음말).',
    '"text": 그 다섯 가지를 고쳐 처음부터 다시 쓴 완성본. 초안에서 좋은 문장과 흐름, 온기, 쓸모 있는 내용과 그 모양(순서, 목록, 표, 점검표)은 그대로 살려. 초안보다 길거나 빽빽해지지 않게, 더한 만큼 덜 중요한 것을 덜어 내. 사람이 말하듯 이어지는 온전한 문장으로, 소리 내어 읽어 자연스러운 우리말로. 작업에 대한 말은 쓰지 마.',
  ],
  other: [
    'The work "text" is a draft that was written for the order. The person who ordered it sends, publishes or hands it in under their own name.',
    '"faults": first read the draft from beginning to end with the eyes of two people, and note up to five things to mend, the most important first, a line each. (a) The very person who receives it: where they hesitate, what they have to ask back, what they skip, what would move them or let them act at once. (b) The person who puts their name to it: facts that the order does not hold (about them, their company, experience, dates, conditions, promises), what is wrong or exaggerated, what was not done as ordered, sentences that could stand in anybody\'s text, signs of a machine (bold everywhere, emoji, stock openings and endings).',
    '"text": the finished text, written anew with these five mended. Keep the draft\'s good sentences, flow and warmth, and what is useful in it with its shape (steps, lists, tables, checklists). It is no longer and no denser than the draft: for what you add, what matters least goes. Whole sentences that follow from each other as somebody would say them; it reads naturally aloud. No remark about the task.',
  ],
}

const headingRule =
  'Each "## " heading of the draft stays, letter by letter and in its order; what stands below it is yours. No "#" heading.'

const sourceTask = [
  'A link such as [(2)](address) is the mark of source 2 in the material "findings": it stays right behind what it proves, letter by letter, and none is added. Where a sentence says more than its source, mend the sentence.',
  '"unsupported": sentences of the new text, copied letter by letter, that state a figure, price, date, rule, ranking, study or quotation which has no mark, stands neither in the order nor in the findings, and which an educated person would not simply know. At most six; none where there is none.',
]

function revisePrompt(
  material: PromptInput,
  { order, tone, length, work = [], rules = [headingRule] }: Revision,
  { text, findings }: { text: string; findings: Finding[] },
): Prompt {
  return composePrompt(material, {
    role: reviseTask.role,
    task: [
      ...taskIn(material.form.language, reviseTask),
      ...(findings.length > 0
        ? ['The work "findings" was measured by code. Mend each of them, whatever else you mend.']
        : []),
      ...(length?.isOrdered ? [`The order asks for ${describeLength(length)}.`] : []),
      ...rules,
      ...(material.findings.length > 0 ? sourceTask : []),
    ],
    order,
    work: [...work, ['text', text], ['findings', findings.map(({ message }) => `- ${message}`).join('\n')]],
    tone,
  })
}
