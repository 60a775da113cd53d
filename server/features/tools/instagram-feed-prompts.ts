// What we tell the model when it writes an Instagram feed. Three calls: slides, caption, hashtags; editing is every tool's.
import { z } from 'zod'
import type { InstagramFeedForm } from '#shared/tools-form.ts'
import type { TextLength } from '#shared/text-length.ts'
import {
  composePrompt,
  type Material,
  type Prompt,
  type PromptExtras,
  type PromptSections,
} from './prompt-sections.ts'
import { describeLength } from './text-target.ts'

export type InstagramFeedMaterial = Material<InstagramFeedForm>

/** What Instagram takes at most on one post since December 2025. */
export const hashtagsMax = 5

export const slidesAnswer = (count: number) =>
  z.object({
    slides: z
      .array(
        z.object({ headline: z.string().trim().min(1).max(120), text: z.string().trim().min(1).max(600) }),
      )
      .length(count),
  })

/** In the language of the feed where we write it well, see email-prompts.ts. */
const slidesTask = (count: number) => ({
  role: 'You make the Instagram carousel that somebody asks you for in a chat.',
  korean: [
    `아래 주문대로 인스타그램 카드뉴스 ${count}장의 이미지 문구를 써 줘 (exactly ${count} slides). 채팅에서 부탁받았을 때처럼 평소 가장 잘 만드는 대로.`,
    ...(count === 1
      ? []
      : [
          '첫 장은 넘겨 보고 싶은 표지. 그다음부터는 장마다 새로운 내용 하나씩이고, 앞에서 한 말을 되풀이하는 장은 없어. 마지막 장도 새 내용이거나 다음에 할 일이야.',
        ]),
    '장마다 제목 한 줄, 그 아래 짧은 문구 두세 줄(줄마다 줄바꿈). 이미지에서 한눈에 읽히고, 카드만 봐도 내용을 다 알 수 있게. 널리 알려진 사실은 정확한 수치와 이름으로.',
  ],
  other: [
    `Write the text on exactly ${count} slides of an Instagram carousel for the order, as you would for this person in a chat, at your best.`,
    ...(count === 1
      ? []
      : [
          'The first is a cover that makes one want to swipe. Each of the others brings something new; none repeats or sums up another. The last one does too, or says what to do next.',
        ]),
    'A slide has a headline and two or three short lines, each on a line of its own: read at a glance on a picture, and complete without the caption. What is commonly known is said with exact numbers and names.',
  ],
})

const captionTask = {
  role: 'You write the caption that somebody asks you for in a chat.',
  korean: [
    '작업 "slides"의 카드뉴스에 붙일 캡션을 써 줘. 채팅에서 부탁받았을 때처럼 평소 가장 잘 쓰는 대로.',
    '첫 줄에서 읽는 사람의 눈길을 잡고, 카드에 없는 이유나 팁을 하나쯤 더하고, 마지막은 답하고 싶은 질문이나 한 가지 권유로. 행사나 가게, 상품이면 받은 정보를 한 줄에 하나씩 한 번 더 적어 줘.',
    '해시태그(따로 붙여), 소제목, 마크다운은 쓰지 마.',
  ],
  other: [
    'Write the caption for the slides in the work "slides", as you would for this person in a chat, at your best.',
    'The first line catches the reader. It adds a reason or a tip that the slides do not have, and ends with one question or invitation that people like to answer. Of an event, a shop or a product what was given stands here once more, each on a line of its own.',
    'No hashtags (they are added below), no headings, no Markdown.',
  ],
}

export const slidesPrompt = (material: InstagramFeedMaterial, characters: number): Prompt =>
  composeChat(material, slidesTask(material.form.slide_count), {
    last: [
      `Headline and lines of a slide together have at most ${characters} characters. No hashtags, no bold.`,
    ],
  })

export const captionPrompt = (
  material: InstagramFeedMaterial,
  input: { slides: string; length: TextLength },
): Prompt =>
  composeChat(material, captionTask, {
    last: [`About ${describeLength(input.length)} at most.`],
    work: [['slides', input.slides]],
  })

const composeChat = (
  material: InstagramFeedMaterial,
  { role, korean, other }: { role: string; korean: string[]; other: string[] },
  { last, work = [] }: { last: string[]; work?: PromptSections },
): Prompt =>
  compose(material, role, [...(material.form.language === 'Korean' ? korean : other), ...last], {
    work,
    kind: 'chat',
  })

export function hashtagsPrompt(material: InstagramFeedMaterial, text: string): Prompt {
  return compose(
    material,
    'You choose hashtags so that the right people find a post.',
    [
      `Give exactly ${hashtagsMax} hashtags for the post in the work "text": one broad, the others as specific as people really search, most telling first.`,
      'Each one word or words written together, without "#", spaces, emoji or punctuation, none twice.',
    ],
    { work: [['text', text]], kind: 'list' },
  )
}

/** The order as it goes into every call about the text. */
export const instagramFeedOrder = ({
  topic,
  information,
  target,
  instructions,
}: InstagramFeedForm): PromptSections => [
  ['topic', topic],
  ['information', information],
  ['reader', target],
  ['instructions', instructions],
]

const compose = (
  material: InstagramFeedMaterial,
  role: string,
  task: string[],
  more: PromptExtras = {},
): Prompt =>
  composePrompt(material, {
    role,
    task,
    order: instagramFeedOrder(material.form),
    tone: material.form.tone,
    ...more,
  })
