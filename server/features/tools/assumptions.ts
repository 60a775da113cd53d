// Lists what a finished text assumes about its sender, so that the page asks for it, and what to know before it is sent.
// Nothing in the text changes.
import { z } from 'zod'
import { adviceMax, adviceMaxLength, assumptionMaxLength, assumptionsMax } from '#shared/assumptions.ts'
import {
  composePrompt,
  taskIn,
  type Prompt,
  type PromptInput,
  type PromptSections,
  type Task,
} from './prompt-sections.ts'
import type { Writer } from './writer.ts'

const listed = z.array(z.string().max(2_000)).max(20)
const assumptionsAnswer = z.object({ passages: listed, advice: listed })
/** Most texts have two or three passages and one piece of advice. */
const outputTokensMin = 400

/**
 * Lists the assumptions of the text and the advice on it, in place of earlier ones. Optional: the text is complete
 * without.
 * @param order the member's order, as in every other call
 * @throws the signal's reason
 */
export async function listAssumptions(
  writer: Writer,
  material: PromptInput,
  order: PromptSections,
): Promise<void> {
  // What the member has written is no assumption of ours.
  if (writer.isTextDone || writer.isEdited) return
  const text = writer.content()
  // What this call writes itself is for the member's page, whose language may be another than the text's.
  const language = writer.pageLanguage === 'ko' ? 'Korean' : 'English'
  const prompt = assumptionsPrompt({ ...material, form: { language } }, order, text)
  const answer = writer.canAfford(prompt, outputTokensMin)
    ? await writer.attempt('assumptions', () =>
        writer.object('assumptions', prompt, {
          schema: assumptionsAnswer,
          invalidCode: 'tool_create_failed',
        }),
      )
    : null
  writer.assume({
    assumed: keptPassages(text, answer?.passages ?? []),
    advice: keptAdvice(answer?.advice ?? []),
  })
}

/**
 * The listed passages that the page can find in the text: in one line, exactly once, and without signs: a blank is asked
 * for by itself. Of two that overlap, the first.
 */
export function keptPassages(text: string, passages: readonly string[]): string[] {
  const kept: string[] = []
  for (const passage of passages.map(withoutListMark)) {
    const start = text.indexOf(passage)
    const isFound = /\p{L}/u.test(passage) && start >= 0 && !text.includes(passage, start + 1)
    const isLine = !passage.includes('\n') && !isHeading(text, start)
    const isKept = kept.some((other) => other.includes(passage) || passage.includes(other))
    if (isFound && isLine && !isKept && passage.length <= assumptionMaxLength && !hasSigns(passage))
      kept.push(passage)
  }
  return kept.slice(0, assumptionsMax)
}

const withoutListMark = (listed: string): string => listed.trim().replace(/^(?:[-*+]|\d+[.)])\s+/, '')

/** The headings of a letter are the member's own questions. */
const isHeading = (text: string, start: number): boolean =>
  text.startsWith('#', text.lastIndexOf('\n', start) + 1)

/** Also parts of blanks and tables, and addresses, which an editor writes as links. */
const hasSigns = (passage: string): boolean => /[[\]|@]|:\/\//.test(passage)

/**
 * The first pieces of advice that are one line of plain text. A link, an address or a number to call or pay to would be
 * made up by the model, or come from pasted material, and the member trusts our page.
 */
export function keptAdvice(advice: readonly string[]): string[] {
  const clean = advice
    .map(withoutListMark)
    .filter((piece) => /\p{L}/u.test(piece) && piece.length <= adviceMaxLength)
    .filter((piece) => !notPlain.test(piece) && !address.test(piece) && !isCallable(piece))
  return [...new Set(clean)].slice(0, adviceMax)
}

/** Line breaks and other control characters, some of which Postgres refuses, and signs of Markdown and HTML. */
const notPlain = /[\p{C}\p{Zl}\p{Zp}*_`#<>[\]|\\]|~~/u
/** Also domains without a scheme. */
const address = /@|:\/\/|[\p{L}\p{N}]\.\p{L}{2}/u
/** Seven digits and more, whatever is between them, in no date and no amount. */
const callable = /\d(?:[\s().,/·-]*\d){6}/
const isCallable = (piece: string): boolean =>
  callable.test(
    piece
      .normalize('NFKC')
      .replace(/\p{Pd}/gu, '-')
      .replace(
        /(?<!\d)\d{4}[-./] ?\d{1,2}[-./] ?\d{1,2}(?!\d)|(?<![\d,])\d{1,3}(?:,\d{3})+(?![\d,])/g,
        ' _ ',
      ),
  )

const assumptionsTask: Task = {
  role: 'You read a text for the person who will send it. You find what it says about them that they never said, and tell them what to know before it goes out.',
  korean: [
    '작업 "text"는 주문한 사람이 자기 이름으로 보내거나 낼 글이야. 보내기 전에 맞는지 확인하도록, 그 사람이 말한 적 없는데 글에 들어간 것을 찾아 줘.',
    `"passages": 보내는 사람이나 그 회사, 주변 사람에 대해 무언가를 말하는데(있었던 일, 그때 한 행동과 순서, 습관, 조건, 약속, 남의 마음) 주문에도 자료에도 없고 거기서 당연히 따라 나오지도 않는 문장이나 문장의 일부. 한 문단 안에서 글에 쓰인 언어와 글자 그대로 옮겨 적어. 틀리면 가장 곤란한 것부터 ${assumptionsMax}개까지.`,
    '의견과 생각, 새 직장에서 하려는 일, 누구나 아는 사실, 인사와 감사, 대괄호가 든 곳은 빼. 없으면 빈 목록으로.',
    `"advice": 이 글을 보내거나 내기 전에 주문한 사람이 알아 둘 것을 ${adviceMax}개까지. 이 일을 잘 아는 친구가 그 사람에게 말해 주듯, 하나에 ${adviceMaxLength}자 안의 쉬운 해요체 문장 한두 개로: 받는 곳이 흔히 따르는 방식이나 확인할 기한, 붙일 것이나 보내지 말 것, 있으면 글에 힘이 되는 것, 미처 못 볼 수 있는 위험, 실명을 빼야 할 사람. 이 일에 정말 필요하고 확실한 것만, 확실하지 않으면 어디에 물어볼지를. 글에 이미 있는 것, 빈칸 채우기, "passages"에 적은 곳, 문체, 칭찬, 다른 안, 인사, 링크는 빼. 말할 것이 없으면 빈 목록으로.`,
  ],
  other: [
    'The work "text" will be sent or submitted by the person who ordered it, under their own name. Find what it says that they never told us, so that they can check it first.',
    `"passages": sentences, or parts of one, that say something about the sender, their company or the people around them (an event, a step they took, a habit, a condition, a promise, somebody's feelings) which neither the order nor the material says and which doesn't simply follow from them. Copied letter by letter in the language of the text, each within one paragraph. At most ${assumptionsMax}, the one that would do most harm if wrong first.`,
    'No opinions, no plans for the new job, no general knowledge, no greetings or thanks, nothing with a bracket. An empty list if there is none.',
    `"advice": at most ${adviceMax} things that the person who ordered this should know before they send or submit it, said to them the way a friend who knows the matter would, each in one or two plain sentences of at most ${adviceMaxLength} characters: an office's usual way or a deadline to check, what to attach or not to send, what would make it stronger if they have it, a risk they may not see, whose real name to take out. Only what this matter really calls for and what is certain; where it isn't, where to ask. Nothing the text already says, nothing about blanks, the passages above or style, no praise, no alternatives, no greeting, no links. An empty list if nothing is worth it.`,
  ],
}

const assumptionsPrompt = (material: PromptInput, order: PromptSections, text: string): Prompt =>
  composePrompt(material, {
    role: assumptionsTask.role,
    task: taskIn(material.form.language, assumptionsTask),
    order,
    work: [['text', text]],
    kind: 'advice',
  })
