// Prompts for an e-mail: its draft, and other subjects.
import type { EmailForm } from '#shared/tools-form.ts'
import type { TargetLength } from '#shared/text-length.ts'
import { titleCount } from '#shared/tools.ts'
import {
  composePrompt,
  taskIn,
  type PromptInput,
  type Prompt,
  type PromptExtras,
  type PromptSections,
  type Task,
} from './prompt-sections.ts'
import { shortLengthTask } from './text-target.ts'
import type { TextTone } from './writing-rules.ts'

export type EmailPromptInput = PromptInput<EmailForm>

/**
 * In the e-mail's language where we write it well: a Korean request gets better Korean than an English request for
 * Korean.
 */
const subjectTask = (count: number): Task => ({
  role: 'You write the subject lines that people in this relation really send.',
  korean: [
    `작업 "title"은 아래 주문으로 쓴 이메일의 제목이야. 이런 사이에서 실제로 보낼 법한 다른 제목을 정확히 ${count}개 지어 줘. 무슨 용건인지와 (주문에 있으면) 날짜나 기한이 보이게. 사양, 거절, 사과처럼 조심스러운 용건은 부드럽게.`,
    '제목마다 35자 이내. 느낌표와 "Re:"는 빼고, 가장 자연스러운 것을 맨 앞에.',
  ],
  other: [
    `The work "title" is the subject line of the email that was written for the order. Give exactly ${count} others, as people in this relation would really write them: what it is about, and the date or deadline if the order has one. A refusal, an apology or other delicate matter is put gently.`,
    'At most 35 characters in Japanese and Chinese, 65 in other languages. No "Re:", no exclamation mark. The most natural one first.',
  ],
})

/** Few words on purpose: more rules made e-mails shorter and less useful than the answer of a chat. */
const draftTask: Task = {
  role: 'You write the email that somebody asks you for in a chat.',
  korean: [
    '아래 주문대로 이메일을 써 줘. 채팅에서 부탁받았을 때처럼, 평소 가장 잘 쓰는 대로.',
    '맨 위에 "# "와 제목, 그 아래 본문을. 여럿이 기억할 날짜, 장소, 금액은 짧은 목록으로. 가까운 사이가 아니면 첫머리에 누구인지 밝히고, 끝은 이름으로 맺어(주문에 없으면 [이름]). 회사나 기관에 처리를 부탁하는 메일이면 담당자가 찾아보고 연락하는 데 필요한 것(고객 번호, 연락처)도 빠뜨리지 마. 소제목과 굵은 글씨는 쓰지 않고, 다른 말은 덧붙이지 마.',
  ],
  other: [
    'Write the email that is ordered below, just as you would if this person asked you in a chat, at your best.',
    'First "# " and a subject that says what it is about, with the date or number that matters if there is one, then the body. Dates, places and amounts that several people need to remember go into a short list. If it asks a company or an office to deal with something, give what they need to find the case and reach the sender, with a blank such as [booking number] or [phone] where the order does not say it. No headings, no bold, nothing else.',
  ],
}

/** What the answer says is the member's decision: only the order has it. */
const replyTask: Task = {
  role: '',
  korean: [
    '이 이메일은 자료 "the e-mail to answer"에 대한 답장이야. 그 메일이 묻고 부탁한 것에 빠짐없이 답하되, 무엇을 받아들이고 거절할지는 주문대로만. 주문에 답이 없는 물음에는 지어내지 말고 짧은 대괄호를 둬.',
  ],
  other: [
    'The email answers the material "the e-mail to answer". Take up everything that it asks; what is accepted or refused, only the order decides. A question that the order does not answer gets a short bracket to fill in, not an invention.',
  ],
}

export const subjectsPrompt = (material: EmailPromptInput, title: string): Prompt =>
  compose(material, subjectTask(titleCount - 1), { kind: 'list', work: [['title', title]] })

/** @param rules further ones */
export const draftPrompt = (
  material: EmailPromptInput,
  length: TargetLength,
  rules: readonly string[] = [],
): Prompt =>
  compose(material, draftTask, {
    kind: 'draft',
    last: [...(length.isOrdered ? [shortLengthTask(length)] : []), ...rules],
  })

/** A friendly e-mail is a message to somebody, and no post. */
export const emailTone = ({ tone }: EmailForm): TextTone => (tone === 'informal' ? 'message' : tone)

/** The order, as every call about the text gets it. */
export const emailOrder = ({
  topic,
  strong_points,
  sender,
  receiver,
  instructions,
}: EmailForm): PromptSections => [
  ['topic', topic],
  ['strong_points', strong_points],
  ['sender', sender],
  ['receiver', receiver],
  ['instructions', instructions],
]

const compose = (
  material: EmailPromptInput,
  task: Task,
  { last = [], ...more }: PromptExtras & { last?: string[] } = {},
): Prompt =>
  composePrompt(material, {
    role: task.role,
    task: [
      ...taskIn(material.form.language, task),
      ...(material.form.received ? taskIn(material.form.language, replyTask) : []),
      ...last,
    ],
    order: emailOrder(material.form),
    tone: emailTone(material.form),
    ...more,
  })
