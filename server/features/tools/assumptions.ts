// Lists what a finished text assumes about its sender, so that the page asks for it. Nothing in the text changes.
import { z } from 'zod'
import { assumptionMaxLength, assumptionsMax } from '#shared/assumptions.ts'
import {
  composePrompt,
  taskIn,
  type Prompt,
  type PromptInput,
  type PromptSections,
  type Task,
} from './prompt-sections.ts'
import type { Writer } from './writer.ts'

const assumptionsAnswer = z.object({ passages: z.array(z.string().max(2_000)).max(20) })
/** Most texts have two or three. */
const outputTokensMin = 300

/**
 * Lists the assumptions of the text, in place of earlier ones. Optional: the text is complete without.
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
  const prompt = assumptionsPrompt(material, order, text)
  const answer = writer.canAfford(prompt, outputTokensMin)
    ? await writer.attempt('assumptions', () =>
        writer.object('assumptions', prompt, {
          schema: assumptionsAnswer,
          invalidCode: 'tool_create_failed',
        }),
      )
    : null
  writer.assume(keptPassages(text, answer?.passages ?? []))
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

const assumptionsTask: Task = {
  role: 'You read a text for the person who will send it, and find what it says about them that they never said.',
  korean: [
    '작업 "text"는 주문한 사람이 자기 이름으로 보내거나 낼 글이야. 보내기 전에 맞는지 확인하도록, 그 사람이 말한 적 없는데 글에 들어간 것을 찾아 줘.',
    `"passages": 보내는 사람이나 그 회사, 주변 사람에 대해 무언가를 말하는데(있었던 일, 그때 한 행동과 순서, 습관, 조건, 약속, 남의 마음) 주문에도 자료에도 없고 거기서 당연히 따라 나오지도 않는 문장이나 문장의 일부. 한 문단 안에서 글자 하나 바꾸지 말고 그대로 옮겨 적어. 틀리면 가장 곤란한 것부터 ${assumptionsMax}개까지.`,
    '의견과 생각, 새 직장에서 하려는 일, 누구나 아는 사실, 인사와 감사, 대괄호가 든 곳은 빼. 없으면 빈 목록으로.',
  ],
  other: [
    'The work "text" will be sent or submitted by the person who ordered it, under their own name. Find what it says that they never told us, so that they can check it first.',
    `"passages": sentences, or parts of one, that say something about the sender, their company or the people around them (an event, a step they took, a habit, a condition, a promise, somebody's feelings) which neither the order nor the material says and which doesn't simply follow from them. Copied letter by letter, each within one paragraph. At most ${assumptionsMax}, the one that would do most harm if wrong first.`,
    'No opinions, no plans for the new job, no general knowledge, no greetings or thanks, nothing with a bracket. An empty list if there is none.',
  ],
}

const assumptionsPrompt = (material: PromptInput, order: PromptSections, text: string): Prompt =>
  composePrompt(material, {
    role: assumptionsTask.role,
    task: taskIn(material.form.language, assumptionsTask),
    order,
    work: [['text', text]],
    tone: 'report',
    kind: 'list',
  })
