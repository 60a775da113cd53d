// Prompts for an Instagram feed. Three calls: slides, caption, hashtags; editing is shared by all tools.
import { z } from 'zod'
import type { InstagramFeedForm } from '#shared/tools-form.ts'
import { readFeed } from '#shared/sections.ts'
import type { TextLength } from '#shared/text-length.ts'
import { slideCharacters } from '#shared/tool-prices.ts'
import {
  composePrompt,
  taskIn,
  type PromptInput,
  type Prompt,
  type PromptExtras,
  type PromptSections,
  type Task,
} from './prompt-sections.ts'
import type { Revision } from './revise-text.ts'
import { describeLength } from './text-target.ts'

export type InstagramFeedPromptInput = PromptInput<InstagramFeedForm>

/** Instagram's maximum on one post since December 2025. */
export const hashtagsMax = 5

export const slidesAnswer = (count: number) =>
  z.object({
    slides: z
      .array(z.object({ headline: z.string().trim().min(1).max(120), text: z.string().trim().max(600) }))
      .length(count),
  })

/** In the feed's language where we write it well, see email-prompts.ts. */
const slidesTask = (count: number): Task => ({
  role: 'You make the Instagram carousel that somebody asks you for in a chat.',
  korean: [
    `아래 주문대로 인스타그램 카드뉴스 ${count}장의 이미지 문구를 써 줘 (exactly ${count} slides). 채팅에서 부탁받았을 때처럼 평소 가장 잘 만드는 대로, 한 장에 한 가지씩, 주제를 빠짐없이.`,
    '장마다 눈에 띄는 제목 한 줄과 그 아래 짧은 문구 두세 줄 (줄마다 줄바꿈). 이미지에 얹을 말이라 짧고 한눈에 들어오게. 주문이 장마다 한 문장이나 한 줄만 바라면 headline에 그것만 쓰고 text는 빈 문자열로 둬.',
  ],
  other: [
    `Write the text on exactly ${count} slides of an Instagram carousel for the order, as you would for this person in a chat, at your best: one thing on each slide, the whole subject in all of them.`,
    'A slide has a catchy headline and two or three short lines below it, each on a line of its own, taken in at a glance on an image. If the order wants one sentence or line on a slide, that is the headline, and text is an empty string.',
  ],
})

const captionTask: Task = {
  role: 'You write the caption that somebody asks you for in a chat.',
  korean: [
    '작업 "slides"의 카드뉴스에 붙일 캡션을 써 줘. 채팅에서 부탁받았을 때처럼 평소 가장 잘 쓰는 대로.',
    '해시태그(따로 붙여), 소제목, 마크다운은 쓰지 마.',
  ],
  other: [
    'Write the caption for the slides in the work "slides", as you would for this person in a chat, at your best.',
    'No hashtags (they are added below), no headings, no Markdown.',
  ],
}

export const slidesPrompt = (material: InstagramFeedPromptInput, characters: number): Prompt =>
  composeMessage(material, slidesTask(material.form.slide_count), {
    last: [
      `Headline and lines of a slide together have at most ${characters} characters. No hashtags, no bold.`,
    ],
  })

export const captionPrompt = (
  material: InstagramFeedPromptInput,
  input: { slides: string; length: TextLength },
): Prompt =>
  composeMessage(material, captionTask, {
    last: [`About ${describeLength(input.length)} at most.`],
    work: [['slides', input.slides]],
  })

/** How a drafted feed is revised: slides and caption together, in the form that the product reads. */
export const feedRevision = ({ form }: InstagramFeedPromptInput): Revision => ({
  order: instagramFeedOrder(form),
  tone: form.tone,
  length: null,
  rules: [
    `The text has the form of the draft: exactly ${form.slide_count} slides, each a "## " headline that fits on an image and below it its short lines, as short as on an image and each a paragraph of its own; then a line with "---"; then the caption. Headline and lines of a slide have at most ${slideCharacters(form.language)} characters. No hashtags, no bold.`,
  ],
  isWhole: (after) => {
    const { slides, caption } = readFeed(after)
    return (
      slides.length === form.slide_count && caption.trim() !== '' && slides.every(({ heading }) => heading)
    )
  },
})

const composeMessage = (
  material: InstagramFeedPromptInput,
  task: Task,
  { last, work = [] }: { last: string[]; work?: PromptSections },
): Prompt =>
  compose(material, task.role, [...taskIn(material.form.language, task), ...last], {
    work,
    kind: 'draft',
  })

export function hashtagsPrompt(material: InstagramFeedPromptInput, text: string): Prompt {
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

/** The order, as every call about the text gets it. */
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
  material: InstagramFeedPromptInput,
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
