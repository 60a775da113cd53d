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
    'You make Instagram carousels for accounts that people like to follow.',
    [
      count === 1
        ? 'Write the text on exactly 1 slide: the one thing that this topic has to say.'
        : `Write the text on exactly ${count} slides, as you would for this person in a chat, at your best. The first is a cover that makes one want to swipe: the topic and what the reader gets out of it, with a wink where the tone allows one. Each of the others brings something new, in the order that the topic has (numbered where it is steps or a list); none repeats or sums up another, the last one included.`,
      'Whoever sees the slides alone can act on them: each step, condition, amount and warning that matters most stands there, and what was given stands word for word; nothing of it is kept for the caption. Where people are to come, order or book, the last slide says how, with a bracket for the contact if it was not given.',
      'A slide has a headline and two to four short lines, each on a line of its own, that could be said aloud: phrases and sentences as they come, ✔ and ❌ before things to do or not to do. A friendly tone is lively: exclamations, sound and movement in the words, a few emoji, unless the order forbids them. A formal tone has neither.',
      `Headline and lines of a slide together have at most ${characters} characters. No hashtags, no bold.`,
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
      'Write the caption for the slides in the work "slides", as you would for this person in a chat, at your best. The first line works alone, since no more is shown before "more": a moment that the reader knows, or a question.',
      `About ${describeLength(input.length)} at most, in short paragraphs: what it is about and why it is worth it, one or two things that the slides have no room for (a reason, a tip, an exception, what changes and where to check it), and at the end one question or invitation that people like to answer. It does not go through the slides again.`,
      'Of an event, shop or offer all that was given stands here once more, each on a line of its own, with brackets for the name and place if they were not given. A friendly tone has a few emoji, also before such lines, unless the order forbids them.',
      'No hashtags (they are added below), no headings, no Markdown.',
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
