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

export function slidesPrompt(material: InstagramFeedMaterial, characters: number): Prompt {
  const count = material.form.slide_count
  return compose(
    material,
    'You write carousels for accounts that people like to follow.',
    [
      count === 1
        ? 'Write exactly 1 slide: the one thing that this topic has to say.'
        : `Write exactly ${count} slides: a cover that names the topic and makes one want to swipe, then one thing on each in the order that the topic has (numbered where it is an order of steps), and a last one worth saving: all of it in the shortest form, or when, where and how.`,
      'Each slide shows one thing only: a headline of at most 18 characters in Korean, Japanese or Chinese and 36 in other languages, and under it one to three lines of at most 22 characters or eight words, each on a line of its own, short as a breath. Whoever sees the pictures alone knows what to do: every step, condition and figure that matters is on them, what was given (dates, prices, places) word for word. Where people are to come, order or book, the last slide says how: by message, or at the place, with a bracket for it if it was not given.',
      `Headline and text of a slide together have at most ${characters} characters, most have fewer. No hashtags, no bold. In a friendly tone a few emoji, unless the order forbids them.`,
    ],
    { kind: 'plain' },
  )
}

export function captionPrompt(
  material: InstagramFeedMaterial,
  input: { slides: string; length: TextLength },
): Prompt {
  return compose(
    material,
    'You write captions that sound like a person and not like a brand.',
    [
      'Write the caption for the slides in the work "slides". The first sentence works alone, since no more is shown before "more".',
      `About ${describeLength(input.length)} at most, in short paragraphs: why this is worth it, a detail or tip that the slides leave out, an invitation to save, comment, write or come at the end; it does not go through the slides again. What was given about an event or an offer stands in it once more, each on a line of its own. What changes (rules, amounts) is said with where to check it. In a friendly tone a few emoji, unless the order forbids them.`,
      'No hashtags (they are added below), no headings, no list, no Markdown.',
    ],
    { work: [['slides', input.slides]], kind: 'plain' },
  )
}

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
