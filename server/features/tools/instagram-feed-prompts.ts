// Prompts for an Instagram feed: a draft of slides and caption, and hashtags.
import type { InstagramFeedForm } from '#shared/tools-form.ts'
import { readFeed } from '#shared/sections.ts'
import type { TargetLength } from '#shared/text-length.ts'
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
import { hashtagsMax } from './tags.ts'
import type { Revision } from './revise-text.ts'
import { describeLength, lengthTolerance } from './text-target.ts'

export type InstagramFeedPromptInput = PromptInput<InstagramFeedForm>

/** In the feed's language where we write it well, see email-prompts.ts. */
const draftTask = (count: number, characters: number): Task => ({
  role: 'You make the Instagram carousel that somebody asks you for in a chat.',
  korean: [
    `아래 주문대로 인스타그램 카드뉴스 ${count}장을 써 줘: 장마다 이미지에 올릴 문구, 그리고 캡션. 채팅에서 부탁받았을 때처럼, 평소 가장 잘 만드는 대로.`,
    `장마다 "## "와 그 장의 제목, 그 아래 문구를 줄마다 한 줄씩 (제목과 문구를 합쳐 ${characters}자까지). 주문에 한 장의 줄이나 문장 수가 있으면 제목도 세어: 한 문장이면 제목이 그 문장이고, 아래에는 아무것도 없어. 마지막 장 다음에 "---" 한 줄, 그다음 캡션. 캡션은 첫 줄에서 멈추게 하고, 짧은 문단이나 번호로 훑어 읽게. 해시태그는 따로 붙이니 쓰지 말고, 굵은 글씨나 다른 말도 덧붙이지 마.`,
  ],
  other: [
    `Write an Instagram carousel of exactly ${count} slides for the order below: the text on each image, then the caption. Just as you would if this person asked you in a chat, at your best.`,
    `Each slide is "## " and its headline, then its text, one line each (headline and text together at most ${characters} characters). Between the first and the last slide, each one brings something new that people can use. If the order says how many lines or sentences a slide has, the headline is one of them: with one sentence it is the whole slide. After the last slide a line "---", then the caption: a first line that makes people stop, then short paragraphs or numbered lines that are easy to scan. No hashtags (they are added later), no bold, nothing else.`,
  ],
})

export const draftPrompt = (material: InstagramFeedPromptInput, length: TargetLength): Prompt => {
  const { form } = material
  const task = draftTask(form.slide_count, slideCharacters(form.language))
  return compose(
    material,
    task.role,
    [
      ...taskIn(form.language, task),
      ...(length.isOrdered
        ? [`The caption has ${describeLength(length)}, within ${lengthTolerance * 100} percent.`]
        : []),
    ],
    { kind: 'draft' },
  )
}

/** How a drafted feed is revised: slides and caption together, in the form that the product reads. */
export const feedRevision = ({ form }: InstagramFeedPromptInput, length: TargetLength): Revision => ({
  order: instagramFeedOrder(form),
  tone: form.tone,
  length,
  measured: (feed) => readFeed(feed).caption,
  isShort: true,
  rules: [
    `The text has the form of the draft: exactly ${form.slide_count} slides, each a "## " headline that fits on an image and below it its short lines, as short as on an image and each a paragraph of its own; then a line with "---"; then the caption. If the order says how many lines or sentences a slide has, the headline is one of them: with one sentence it is the whole slide. Headline and lines of a slide have at most ${slideCharacters(form.language)} characters. No hashtags, no bold.`,
  ],
  isWhole: (after) => {
    const { slides, caption } = readFeed(after)
    return (
      slides.length === form.slide_count && caption.trim() !== '' && slides.every(({ heading }) => heading)
    )
  },
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
