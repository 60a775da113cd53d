// The last step of writing: somebody who did not write the draft reads it, notes what to mend, and writes it anew. Code
// measures both and keeps the draft where the new text is worse or not whole.
import { sourceWords } from '#shared/research.ts'
import { findSections } from '#shared/sections.ts'
import type { TargetLength } from '#shared/text-length.ts'
import type { OutputLanguage } from '#shared/tools.ts'
import { hasGivenFigures, keepsCitations, markUnfounded, type Grounds } from './check-citations.ts'
import { readDraft } from './draft-head.ts'
import {
  composePrompt,
  taskIn,
  type PromptInput,
  type PromptSections,
  type Prompt,
  type Task,
} from './prompt-sections.ts'
import { checkText, lengthDeviation, weigh, type Checked, type Finding } from './text-checks.ts'
import { describeLength } from './text-target.ts'
import { checkTitle, type TitleKind } from './title-checks.ts'
import type { Source } from './source.ts'
import { withComputedTotals } from './text-tables.ts'
import type { Writer } from './writer.ts'
import { exemplifyTone, type TextTone } from './writing-rules.ts'

/**
 * The answer is text and not JSON, because models write worse prose inside a JSON string. The notes come first, because
 * the text rests on them.
 */
const answerPattern = /<text>\s*([\s\S]*?)\s*<\/text>(?:\s*<unsupported>([\s\S]*?)<\/unsupported>)?/
/** The maximum number of sentences that are marked as unsupported. */
const unsupportedMax = 6
/** Twice the longest text that can be ordered, in UTF-16 units. Checking blocks other members' requests. */
export const revisedLengthMax = 40_000
/** A new text may have one more sentence in the wrong register: it is better in what code does not measure. */
const weightTolerance = 1
/** Outside these shares of the draft's length, something was left out or padded. */
const lengthShares = { min: 0.6, max: 2 }

export type Revision = {
  /** The member's order, as in every other call. */
  order: PromptSections
  tone: TextTone
  /** Without a requested length the text has its own. */
  length: TargetLength | null
  /** See `Checked`. */
  measured?: (markdown: string) => string
  /** Whether it is a text of a few paragraphs, to which a revision adds nothing. */
  isShort?: boolean
  /** Whether the text is read and written with its title. */
  hasTitle?: boolean
  /** What the title is, for titles with rules of their own. */
  titleKind?: TitleKind
  /** Whether days and times in it are facts about its sender, which the order has or nobody. */
  isPersonal?: boolean
  /** Whether the headings are those of a plan and stay. */
  isPlanned?: boolean
  /** Whether sources on the web were ordered. */
  isResearched?: boolean
  /** Files and links of the draft, where its revision does not read them again. */
  given?: Source[]
  /** Further work that the reader sees next to the text, and rules about its form. */
  work?: PromptSections
  rules?: string[]
  /** Whether the new text has the form that the product needs. Default: its sections, by `isPlanned`. */
  isWhole?: (after: string, before: string) => boolean
}

/**
 * Revises the whole text once. The step is optional: the text stays unchanged when the call fails or cannot be paid.
 * @throws the signal's reason
 */
export async function reviseText(writer: Writer, material: PromptInput, revision: Revision): Promise<void> {
  // A continued run must not write over what the member has edited since.
  if (writer.isRevised() || writer.isEdited) return
  const before = writer.content()
  const after = await findBetterText(writer, material, revision, before)
  const { language } = material.form
  writer.splice(0, before.length, markUnfounded(after.text, groundsOf(material, revision), language))
  if (revision.hasTitle) writer.rename(after.title)
  writer.mark('revision')
}

/** @returns the revised text, or the draft; a title only when it is new @throws the signal's reason */
async function findBetterText(
  writer: Writer,
  material: PromptInput,
  revision: Revision,
  draft: string,
): Promise<{ text: string; title: string }> {
  if (draft.length > revisedLengthMax) return { text: draft, title: '' }
  const checked = checkedOf(material, revision)
  const titleFaults = (title: string) => findTitleFaults(title, material, revision)
  const found = [...titleFaults(writer.title()), ...checkText(draft, checked)]
  const titled = revision.hasTitle && writer.title() ? `# ${writer.title()}\n\n${draft}` : draft
  const prompt = revisePrompt(material, revision, { text: titled, findings: found })
  const answer = await writer.optional(prompt, { characters: Array.from(draft).length * lengthShares.max })
  const [, answered = '', unsupported = ''] = answerPattern.exec(answer ?? '') ?? []
  const { title, text } = revision.hasTitle ? readDraft(answered) : { title: '', text: answered }
  const isWhole = revision.isWhole ?? (revision.isPlanned ? hasSameHeadings : hasSections)
  const grounds = groundsOf(material, revision)
  const isBetter =
    isRevised(draft, text.trim(), { checked, isWhole }) && keepsCitations(draft, text.trim(), grounds)
  const isTitleBetter = weigh(titleFaults(title)) <= weigh(titleFaults(writer.title()))
  const sentences = unsupported.split('\n').filter((sentence) => !hasGivenFigures(sentence, grounds.given))
  return {
    text: withComputedTotals(
      markUnsupported(isBetter ? text.trim() : draft, sentences, checked.language),
      revision.order.map(([, given]) => given).join('\n'),
    ),
    title: isBetter && isTitleBetter ? title : '',
  }
}

/** What code checks in the text of a revision. */
export const checkedOf = (material: PromptInput, revision: Revision): Checked => ({
  language: material.form.language,
  tone: revision.tone,
  length: revision.length?.isOrdered ? revision.length : null,
  ...(revision.measured ? { measured: revision.measured } : {}),
  ...(revision.isPersonal ? { given: describeGiven(material, revision.order) } : {}),
})

/** Faults of a title with rules of its own. */
export const findTitleFaults = (
  title: string,
  { form: { language } }: PromptInput,
  { titleKind, tone, order }: Revision,
): Finding[] =>
  titleKind
    ? checkTitle(title, {
        kind: titleKind,
        tone,
        language,
        ordered: order.map(([, text]) => text).join('\n'),
      })
    : []

const groundsOf = (material: PromptInput, { order, given = [] }: Revision): Grounds => ({
  findings: material.findings,
  given: describeGiven({ sources: [...material.sources, ...given] }, order),
})

const describeGiven = ({ sources }: Pick<PromptInput, 'sources'>, order: PromptSections): string =>
  [...order.map(([, text]) => text), ...sources.map(({ text }) => text)].join('\n')

/**
 * Whether a new text can replace the draft: whole, of about its length, no further from the ordered one, without new
 * links and faults.
 */
export function isRevised(
  before: string,
  after: string,
  { checked, isWhole }: { checked: Checked; isWhole: NonNullable<Revision['isWhole']> },
): boolean {
  const share = after.length / before.trim().length
  if (checked.length === null && (share < lengthShares.min || share > lengthShares.max)) return false
  if (after === '' || !isWhole(after, before)) return false
  if (linksOf(after).some((link) => !before.includes(link))) return false
  if (lengthDeviation(after, checked) > lengthDeviation(before, checked)) return false
  return weigh(checkText(after, checked)) <= weigh(checkText(before, checked)) + weightTolerance
}

/**
 * URLs of links, with the bracket before them; the mark of a source with its number. No revision adds one, because it
 * has no knowledge of pages.
 */
const linksOf = (markdown: string): string[] => markdown.match(/(?:\[\(\d{1,3}\))?\]\([^)\n]*\)/g) ?? []

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
  for (const sentence of sentences
    .map((one) => one.replace(/^- /, '').trim())
    .filter(Boolean)
    .slice(0, unsupportedMax)) {
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
export const hasSameHeadings = (after: string, before: string): boolean =>
  headingsOf(after) === headingsOf(before)
/** A revision may join two sections, and no more. */
const hasSections = (after: string, before: string): boolean =>
  findSections(after).length >= Math.min(2, findSections(before).length)

/**
 * Three readers and few words. With the first two alone judges found texts more useful than a chat's (9 – 1) and harder
 * to read (1 – 9). A list of what the draft made up, and additions that hold for anybody alone, made texts dry and
 * choppy (6 – 18). See docs/writing.md.
 */
const reviseTask: Task = {
  role: 'You are an editor who takes a draft that somebody else wrote and makes it better.',
  korean: [
    '작업 "text"는 아래 주문으로 쓴 초안이야. 주문한 사람은 이 글을 자기 이름으로 내보내거나 제출해.',
    '먼저 <notes> 안에: 세 사람의 눈과 귀로 초안을 처음부터 끝까지 읽고, 고칠 것을 중요한 순서로 여섯 가지까지 한 줄씩. (가) 이 글을 받아 읽을 바로 그 사람: 어디서 멈칫하는지, 무엇이 없어서 되묻게 되는지, 어디를 건너뛰는지, 무엇이 있으면 마음이 움직이거나 바로 행동할 수 있는지. (나) 자기 이름을 걸고 내보낼 사람: 주문에 없는데 지어낸 사실(나, 우리 회사와 그 지난 일, 경험, 날짜와 요일, 조건, 약속), 틀렸거나 과장된 말, 주문대로 안 된 것, 누가 써도 같은 문장, 기계가 쓴 티가 나는 말투와 꾸밈(굵은 글씨 남발, 이모지, 판에 박힌 머리말과 맺음말). (다) 이 글을 소리 내어 읽어 주는 것을 듣는 사람: 숨이 차는 긴 문장, 숫자와 조건이 한꺼번에 몰려 놓치는 곳, 설명서나 공문처럼 들리는 곳, 없어도 되는 것.',
    '그다음 <text> 안에: 그것을 고쳐 처음부터 다시 쓴 완성본. 초안의 좋은 문장과 흐름, 온기, 쓸모 있는 내용과 그 모양(순서, 목록, 표)은 그대로 살리고, 이 사람에게 꼭 필요한데 빠진 것 두세 가지를 구체적으로(이름, 방법, 수치) 더해. 길이는 초안과 비슷하게: 되풀이와 군말은 덜어 내고, 내용은 줄이지 마. 주문이 정한 것(길이, 줄 수, 빼 달라는 것)은 네가 더하는 것에도 글자 그대로 지켜. 문장은 길고 짧은 것이 섞이게, 앞 문장을 이어받아 사람이 말하듯이, 소리 내어 읽어 자연스러운 우리말로. 주문한 사람에게 하는 말은 쓰지 마.',
    '답은 <notes>…</notes>와 <text>…</text>만.',
  ],
  other: [
    'The work "text" is a draft of what was ordered. The person who ordered it will publish, send or submit it under their own name.',
    "First, inside <notes>: read the draft from start to finish as three people and list up to six things to fix, most important first, one line each. (a) The actual reader: where they hesitate, what they would have to ask, what they skip, what would convince them or let them act right away. (b) The person whose name is on it: anything the order doesn't say about them (their company and its past, experience, dates and weekdays, terms, promises), anything wrong or overstated, anything not done as ordered, sentences that could appear in anyone's text, signs of AI writing (bold everywhere, emoji, stock openings and closings). (c) A native speaker who hears it read aloud: sentences that run out of breath, figures and conditions piled on top of each other, one comparison or joke too many, phrases nobody would say, a table where two sentences would do, passages that sound like a manual, anything nobody would miss.",
    "Then, inside <text>: the finished text, rewritten from the top with those things fixed. Keep what works: the good lines, the flow, the warmth, and whatever is useful in the form it has (steps, lists, tables that compare). Add the two or three things this reader needs and the draft lacks, and make them concrete (names, steps, amounts). Stay close to the draft's length: cut repetition and filler, not substance. Whatever the order sets (length, number of lines, things to leave out) holds to the letter, also for what you add. Plain, natural, up-to-date language; sentences of different lengths, each picking up from the one before, the way a person would say it. Don't address the person who ordered it.",
    'Answer with <notes>…</notes> and <text>…</text>, nothing else.',
  ],
}

/** What the long revision adds to a message, an answer or a post made it stiff: it lectured, joked and invented. */
const reviseShortTask: Task = {
  role: reviseTask.role,
  korean: [
    '작업 "text"는 주문대로 쓴 짧은 글의 초안이야. 주문한 사람이 자기 이름으로 보내거나 제출하거나 올려.',
    '먼저 <notes> 안에: 초안을 세 사람이 되어 읽고 고칠 것을 중요한 순서로 네 가지까지 한 줄씩. (가) 받아 읽을 바로 그 사람: 누가 무엇을 말하고 부탁하는지 첫머리에서 알 수 있는지, 되물을 것이 남는지, 무엇이 더 있으면 들어주거나 바로 움직이기 쉬운지(그래야 하는 까닭, 주문의 숫자로 셈한 합계나 차액이나 끝나는 날, 연락할 곳, 다음에 할 일), 두 번 하는 인사나 부탁. (나) 자기 이름을 걸고 내보낼 사람: 주문에 있는데 빠진 것, 주문과 어긋나거나 틀린 것, 지킬 수 없는 약속이나 꾸며 낸 금액과 조건, 매달리거나 무례하게 들리는 곳. (다) 소리 내어 읽어 주는 것을 듣는 사람: 뚝뚝 끊기거나 숨이 차는 문장, 딱딱하거나 번역한 것 같은 말, 꾸민 티가 나는 비유, 이 사이에서 쓰기에는 밋밋하거나 공지문 같은 곳, 갑자기 끝나는 곳.',
    '그다음 <text> 안에: 그것을 고친 완성본. 잘된 문장은 그대로 두고, 초안에 있는 쓸모 있는 것(날짜와 시각, 연락처, 설명, 제안, 까닭, 목록, 농담)은 빼지 마. 낱말과 문장은 더 자연스러워질 때만 바꾸고, 누구인지 밝히는 첫인사와 공손히 묻는 말투는 초안대로 둬. 주문에 있는데 빠진 것은 넣고, 받는 사람이 그것 없이는 움직이기 어려운 한 가지까지만 더해. 길이는 초안만큼, 군말과 되풀이만 덜어. 문장이 서로 이어져 사람이 쓴 글로 읽히게. 주문이 정한 것(길이, 줄 수, 빼 달라는 것)은 글자 그대로 지켜. 주문한 사람에게 하는 말은 쓰지 마.',
    '답은 <notes>…</notes>와 <text>…</text>만.',
  ],
  other: [
    'The work "text" is the draft of a short text that was ordered. The person who ordered it will send, submit or post it under their own name.',
    "First, inside <notes>: read the draft as three people and list up to four things to fix, most important first, one line each. (a) The actual recipient: whether they see right away what is said and asked, what they would have to ask, what would make it easier for them to act, where it pushes or lectures, what they could do without. (b) The person whose name is on it: anything the order says and the draft leaves out, anything wrong or not done as ordered, promises they can't keep, amounts and conditions nobody gave (what follows from the order by counting, such as an end date or a sum, is no invention and helps), words that weaken what they ask for, what they would have forgotten to ask for. (c) A native speaker who hears it read aloud: choppy or breathless sentences, images and jokes that feel staged, stiff phrases nobody would say or that sound translated, an ending that comes too suddenly.",
    "Then, inside <text>: the finished text with just those things fixed. Good sentences stay as they are, and so does everything useful in the draft (dates and times, contact details, an explanation, an offer, a reason, a list, a joke). Add what the order says and the draft lacks, and one or two things that help the recipient say yes or act (a reason, a sum, a next step, a confirmation to ask for). As long as the draft or a little longer: only padding and repetition go. Plain, natural language in which one sentence leads to the next. Whatever the order sets (length, number of lines, things to leave out) holds to the letter. Don't address the person who ordered it.",
    'Answer with <notes>…</notes> and <text>…</text>, nothing else.',
  ],
}

const headingRule =
  'Each "## " heading of the draft stays, letter by letter and in its order; what stands below it is yours.'
const titleRule = 'The text begins with "# " and its title, as the draft does.'

/** With findings. */
const marksRule =
  'A link such as [(2)](address) is the mark of source 2 in the material "findings": it stays right behind what it proves, letter by letter, and none is added. Where a sentence says more than its source, correct the sentence.'
/** Also where research found nothing. */
const unsupportedRule =
  'After </text>, inside <unsupported>, a line each: sentences of the new text, copied letter by letter, that state a figure, price, date, rule, ranking, study or quotation which has no mark of a source, stands neither in the order nor in the material, and which an educated person would not simply know. At most six; none where there is none.'

function revisePrompt(
  material: PromptInput,
  {
    order,
    tone,
    length,
    measured,
    isShort = false,
    hasTitle = false,
    isPlanned = false,
    isResearched = false,
    work = [],
    rules = [],
  }: Revision,
  { text, findings }: { text: string; findings: Finding[] },
): Prompt {
  return composePrompt(material, {
    role: reviseTask.role,
    task: [
      ...taskIn(material.form.language, isShort ? reviseShortTask : reviseTask),
      ...(findings.length > 0 ? ['The work "findings" was measured by code: fix what it lists, too.'] : []),
      ...(length?.isOrdered
        ? [`The order asks for ${measured ? 'a caption of ' : ''}${describeLength(length)}.`]
        : []),
      ...(hasTitle ? [titleRule] : []),
      ...(isPlanned ? [headingRule] : []),
      ...rules,
      ...(isShort ? [] : exemplifyTone(tone, material.form.language)),
      ...(material.findings.length > 0 ? [marksRule] : []),
      ...(isResearched ? [unsupportedRule] : []),
    ],
    order,
    work: [...work, ['text', text], ['findings', findings.map(({ message }) => `- ${message}`).join('\n')]],
    tone,
  })
}
