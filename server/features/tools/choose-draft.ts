// Short texts are drafted twice. An editor takes the better draft and corrects passages of it, so that it still reads
// as it was written. A revision of the whole text made letters and e-mails stiff, see docs/writing.md.
import { findSections, sectionBody } from '#shared/sections.ts'
import type { OutputLanguage } from '#shared/tools.ts'
import { readDraft } from './draft-head.ts'
import { composePrompt, taskIn, type Prompt, type PromptInput, type Task } from './prompt-sections.ts'
import {
  checkedOf,
  findTitleFaults,
  hasSameHeadings,
  isRevised,
  revisedLengthMax,
  type Revision,
} from './revise-text.ts'
import { checkText, lengthDeviation, weigh, type Finding } from './text-checks.ts'
import { describeLength } from './text-target.ts'
import { withComputedTotals } from './text-tables.ts'
import type { Writer } from './writer.ts'

type Draft = { title: string; text: string }
type Edit = { before: string; after: string }
type Answer = {
  /** The number of the chosen draft, 1 or 2; for a letter one of each answer. */
  chosen: number[]
  edits: Edit[]
}

/** A corrected draft is about as long as the draft, and an answer has little else. */
const answerShare = 2
const editsMax = 20

/**
 * Replaces the draft by the better of two, with its passages corrected. The step is optional: the text stays when the
 * call fails or cannot be paid.
 * @param second writes the other draft with its title; null when it could not be written
 * @throws the signal's reason
 */
export async function chooseDraft(
  writer: Writer,
  material: PromptInput,
  revision: Revision,
  second: () => Promise<string | null>,
): Promise<void> {
  // A continued run must not write over what the member has edited since.
  if (writer.isRevised() || writer.isEdited) return
  const first: Draft = { title: writer.title(), text: writer.content() }
  const drafts = [first, readSecond(await second(), revision)].filter((draft) => draft !== null)
  const answer = await askEditor(writer, material, revision, drafts)
  const { title, text } = answer ? takeBest(material, revision, drafts, answer) : first
  const ordered = revision.order.map(([, given]) => given).join('\n')
  writer.splice(0, first.text.length, withComputedTotals(text.trim(), ordered))
  writer.rename(title)
  writer.mark('revision')
}

/** A draft without a text is none, and neither is one whose checks would block other members' requests. */
function readSecond(answer: string | null, { hasTitle }: Revision): Draft | null {
  if (answer === null) return null
  const draft = hasTitle ? readDraft(answer) : { title: '', text: answer }
  return draft.text.trim() === '' || draft.text.length > revisedLengthMax ? null : draft
}

async function askEditor(
  writer: Writer,
  material: PromptInput,
  revision: Revision,
  drafts: readonly Draft[],
): Promise<Answer | null> {
  const { text } = drafts[0]!
  if (text.length > revisedLengthMax) return null
  const checked = checkedOf(material, revision)
  const found = drafts.map((draft) => [
    ...findTitleFaults(draft.title, material, revision),
    ...checkText(draft.text, checked),
  ])
  const characters = Array.from(text).length * answerShare
  const answered = await writer.optional(choosePrompt(material, revision, { drafts, found }), { characters })
  return readAnswer(answered ?? '', findSections(text).length)
}

/** The chosen draft with its edits where they make it no worse, else without; the first one where that is too long. */
function takeBest(
  material: PromptInput,
  revision: Revision,
  drafts: readonly Draft[],
  answer: Answer,
): Draft {
  const checked = checkedOf(material, revision)
  const chosen = joinChosen(drafts, answer.chosen)
  const edited = editDraft(chosen, answer.edits)
  const isFitting = ({ text }: Draft) =>
    lengthDeviation(text, checked) <= lengthDeviation(drafts[0]!.text, checked)
  const isBetter = isRevised(chosen.text, edited.text, { checked, isWhole: hasSameAnswers })
  const { text } = [...(isBetter ? [edited] : []), chosen].find(isFitting) ?? drafts[0]!
  const weightOf = (title: string) => weigh(findTitleFaults(title, material, revision))
  const isTitleBetter = weightOf(edited.title) <= weightOf(chosen.title)
  return { title: isTitleBetter ? edited.title : chosen.title, text }
}

/** The same questions, and none without an answer. */
const hasSameAnswers = (after: string, before: string): boolean =>
  hasSameHeadings(after, before) && findSections(after).every((section) => sectionBody(after, section) !== '')

/**
 * An answer without a choice is none.
 * @param count the answers of a letter: it has one choice for all, or one for each
 */
export function readAnswer(answer: string, count: number): Answer | null {
  const said = /<choice>([^<]*)<\/choice>/.exec(answer)?.[1] ?? ''
  // Models name what a number is of: "Q1: 2", "1. 2", "draft 2".
  const numbers = said.replace(/\d+\s*[.:)](?=\D{1,12}\d)/g, ' ').replace(/\D+/g, ' ')
  const chosen = (numbers.match(/\d+/g) ?? []).map(Number)
  const isClear = chosen.length > 0 && chosen.every((number) => number === 1 || number === 2)
  if (!isClear || (chosen.length > 1 && chosen.length !== count)) return null
  const edits = answer
    .split('<edit>')
    .slice(1, 1 + editsMax)
    .map((edit) => /^\s*<old>([\s\S]*?)<\/old>\s*<new>([\s\S]*?)<\/new>/.exec(edit))
    .filter((edit) => edit !== null)
    .map(([, before = '', after = '']) => ({ before: before.trim(), after: after.trim() }))
  return { chosen, edits }
}

/** An edit of the title changes the title alone; one that takes it away is dropped. */
function editDraft({ title, text }: Draft, edits: readonly Edit[]): Draft {
  const isOfTitle = ({ before }: Edit) => title !== '' && before !== '' && `# ${title}`.includes(before)
  const heading = applyEdits(
    `# ${title}`,
    edits.filter((edit) => isOfTitle(edit) && !text.includes(edit.before)),
  )
  const plain = heading.replace(/^#+\s*/, '').trim()
  return {
    title: plain.includes('\n') ? title : plain || title,
    text: applyEdits(
      text,
      edits.filter((edit) => !isOfTitle(edit)),
    ).trim(),
  }
}

/** Corrects each passage that stands exactly once in the text. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let edited = text
  for (const { before, after } of edits) {
    const start = edited.indexOf(before)
    if (before === '' || start < 0 || edited.includes(before, start + 1)) continue
    edited = joinEdited(edited.slice(0, start), after, edited.slice(start + before.length))
  }
  return edited
}

/** A passage that was taken out leaves one gap: the larger of the two around it. */
function joinEdited(left: string, after: string, right: string): string {
  if (after !== '') return left + after + right
  const [before, behind] = [left.trimEnd(), right.trimStart()]
  if (before === '' || behind === '') return before + behind
  const gaps = [left.slice(before.length), right.slice(0, right.length - behind.length)] as const
  return before + (gaps[0].length > gaps[1].length ? gaps[0] : gaps[1]) + behind
}

/** The chosen draft; of a letter with several answers, the chosen answers. A missing one is that of the first draft. */
function joinChosen(drafts: readonly Draft[], chosen: readonly number[]): Draft {
  const draftOf = (index: number) => drafts[(chosen[index] ?? chosen[0]!) - 1] ?? drafts[0]!
  const first = drafts[0]!.text
  const sections = findSections(first)
  if (sections.length < 2) return draftOf(0)
  const answers = sections.map((section, index) => {
    const { text } = draftOf(index)
    const taken = findSections(text)[index]
    const body = (taken && sectionBody(text, taken)) || sectionBody(first, section)
    return `${first.slice(section.start, section.bodyStart).trimEnd()}\n\n${body}`
  })
  return { title: draftOf(0).title, text: answers.join('\n\n') }
}

const asMarkdown = ({ title, text }: Draft, { hasTitle }: Revision): string =>
  hasTitle && title ? `# ${title}\n\n${text}` : text

/**
 * The second writer looks for an angle first, so that there are two different texts to choose from. The first draft is
 * asked for as in a chat.
 */
const ideasTask: Task = {
  role: '',
  korean: [
    '먼저 <ideas> 안에: 서로 다른 길 세 가지를 한 줄씩(어떤 이야기나 각도로, 어떤 첫 문장으로, 어떤 까닭이나 농담으로). 이 사람과 이 일에서만 나올 수 있고 주문에 있는 것으로 쓸 수 있는 것으로. 그다음 한 줄: 받는 사람이 읽고 나서도 기억하거나 바로 움직일 것은 어느 길인지. 글은 </ideas> 아래에 그 길로, 꾸민 티 없이.',
  ],
  other: [
    'First, inside <ideas>: three different ways to write it, one line each (which story or angle, which opening, which reason or joke), such as only this person and this occasion could give, from what the order says. Then one line: which of them the reader would remember or act on. The text stands below </ideas> and goes that way, without sounding staged.',
  ],
}

/** The task of the second draft, after the first one's. */
export const ideasRules = (language: OutputLanguage): string[] => taskIn(language, ideasTask)

/** The second draft without its ideas; null where it is not whole. */
export function withoutIdeas(answer: string | null): string | null {
  const text = answer?.replace(/^[\s\S]*<\/ideas>/i, '').trim()
  return text && !/ideas>/i.test(text) ? text : null
}

/** The three readers of a revision. What is not better after an edit stays as somebody would say it. */
const chooseTask: Task = {
  role: 'You are an editor: you choose the better of two drafts, and correct what has to be corrected.',
  korean: [
    '작업 "draft 1"과 "draft 2"는 같은 주문으로 두 사람이 따로 쓴 글이야. 주문한 사람은 그중 하나를 자기 이름으로 보내거나 내. 네 일은 더 나은 쪽을 고르고, 고칠 곳만 고치는 거야.',
    '먼저 <notes> 안에 한 줄씩 여덟 줄까지: 둘 다 받는 사람이 되어 소리 내어 읽고 비교해. (가) 받아 읽을 바로 그 사람: 어느 글에 마음이 움직이고, 어느 글이라야 되묻지 않고 바로 들어주거나 처리할 수 있는지. 묻는 바로 그것에 맞는 이야기인지. (나) 자기 이름을 걸고 낼 사람: 어느 글이 더 지어냈는지, 주문에 있는데 빠졌거나 주문과 어긋난 것은 무엇인지, 자기에게 불리하거나 지킬 수 없는 말. (다) 듣는 사람: 어느 글이 더 사람이 말하듯 이어지고 이 사이에 어울리는지(친구 사이면 정말 웃기거나 다정한지, 공손해야 하면 공손한지), 어느 문장이 어색하거나 번역투이거나 꾸민 티가 나는지. 그리고 고르지 않은 글에만 있는 더 나은 것.',
    '그다음 <choice> 안에 고른 글의 번호.',
    '그다음 고칠 곳마다 <edit><old>고른 글에 있는 말</old><new>바꿀 말</new></edit>. <old>는 고른 글에 딱 한 번만 나오는 말을 한 글자도 다르지 않게, 한두 문장이나 한 문단까지만. <new>는 앞뒤와 자연스럽게 이어지고 고른 글의 말투와 가락 그대로, 소리 내어 읽어 자연스러운 우리말로. 빼려면 <new></new>. 고칠 것: 주문에 있는데 빠진 것, 어긋나거나 틀린 것, 없어도 되는데 지어낸 것, 어색한 문장, 뚝 끊기는 곳. 다른 글의 더 나은 질문, 까닭, 문장, 농담은 맞는 자리에 가져와. 더 나아지지 않으면 그냥 둬: 보통 두 군데에서 다섯 군데야. 길이는 주문대로.',
    '답은 <notes>…</notes>, <choice>…</choice>와 <edit>들만.',
  ],
  other: [
    'The works "draft 1" and "draft 2" were written for the same order by two people who did not see each other\'s. The person who ordered will send or submit one of them under their own name. Choose the better one, and correct only what has to be corrected.',
    "First, inside <notes>, up to eight lines: read both aloud as the person who will receive them, and compare. (a) The actual recipient: which one convinces or moves them, which one lets them say yes or act without asking back, whose story fits exactly what is asked. (b) The person whose name is on it: which one makes up more, what the order says and is missing or wrong, anything that weakens their case or that they can't keep. (c) A native speaker who listens: which one flows the way a person talks and fits this relation (funny or warm between friends, courteous where it should be), which sentences are stiff, staged or sound like a manual. And what only the other draft has and is better.",
    'Then, inside <choice>, the number of the draft you chose.',
    'Then, for each correction, <edit><old>words of the chosen draft</old><new>the new words</new></edit>. <old> is copied letter by letter, stands exactly once in the chosen draft, and is one or two sentences, at most a paragraph. <new> leads on from the sentence before and to the one after it, in the voice and rhythm of the chosen draft and in plain, natural language. To take something out, leave <new></new> empty. Correct what the order says and is missing, what is wrong or not as ordered, what was made up without need, stiff sentences, abrupt turns. Bring over the better question, reason, sentence or joke of the other draft where it fits. Leave alone what an edit would not make better: usually there are two to five. The length stays as ordered.',
    'Answer with <notes>…</notes>, <choice>…</choice> and the <edit>s, nothing else.',
  ],
}

function choosePrompt(
  material: PromptInput,
  { order, tone, length, rules = [], hasTitle = false, ...revision }: Revision,
  { drafts, found }: { drafts: readonly Draft[]; found: readonly Finding[][] },
): Prompt {
  const findings = found.flatMap((list, index) =>
    list.map(({ message }) => `- draft ${index + 1}: ${message}`),
  )
  return composePrompt(material, {
    role: chooseTask.role,
    task: [
      ...taskIn(material.form.language, chooseTask),
      ...(drafts.length < 2 ? ['There is no draft 2: choose 1, and correct it.'] : []),
      ...(drafts.some(({ text }) => findSections(text).length > 1) ? [answersRule] : []),
      ...(hasTitle ? [titleRule] : []),
      ...(findings.length > 0
        ? ['The work "findings" was measured by code: correct in the chosen draft what it lists for it.']
        : []),
      ...(length?.isOrdered ? [`The order asks for ${describeLength(length)}.`] : []),
      ...rules,
    ],
    order,
    work: [
      ...drafts.map((draft, index): [string, string] => [
        `draft ${index + 1}`,
        asMarkdown(draft, { order, tone, length, hasTitle, ...revision }),
      ]),
      ['findings', findings.join('\n')],
    ],
    tone,
  })
}

const answersRule =
  'The answers are chosen one by one: inside <choice> a number for each, in their order (such as 2 1). The "## " headings stay, and no story is told twice.'
const titleRule = 'Each draft begins with "# " and its title, which can be edited too.'
