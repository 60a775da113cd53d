// What we tell the model when it writes an Instagram feed. Three calls: slides, caption, hashtags; editing is every tool's.
import { z } from 'zod'
import type { InstagramFeedForm } from '#shared/tools-form.ts'
import type { TextLength } from '#shared/text-length.ts'
import { composePrompt, type Material, type PromptSections, type Prompt } from './prompt-sections.ts'
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
  return compose(material, 'You write carousels that people swipe through to the end and save.', [
    count === 1
      ? 'Write exactly 1 slide: the one thing that this topic has to say.'
      : `Write exactly ${count} slides. The first is the cover: the promise of the topic in plain words that make one smile or nod. The others carry one thing each, in order, and play the idea of the topic through to the end; what has to be done or known stands in few words. The last one is worth saving: the shortest form of all of it, or the next step.`,
    'Each slide: a headline of at most 18 characters in Korean, Japanese or Chinese and 40 in other languages, which says the thing and not its subject, and one or two very short sentences, as they fit on a picture. The text of the cover invites to swipe in its own words.',
    `Headline and text of a slide together have about ${characters} characters. No hashtags, no bold, no numbering, no emoji unless the order wants them.`,
  ])
}

export function captionPrompt(
  material: InstagramFeedMaterial,
  input: { slides: string; length: TextLength },
): Prompt {
  return compose(
    material,
    'You write captions that sound like a person and not like a brand.',
    [
      'Write the caption for the slides in the work "slides". The first sentence works alone, since no more is shown before "more": the subject and the everyday problem with it.',
      `About ${describeLength(input.length)}, in two to four short paragraphs. It does not repeat the slides: it says in a friendly voice why they are worth it, adds one thing that they leave out, and ends with one question that is answered in five words.`,
      'No hashtags (they are added below), no headings, no list, no Markdown.',
    ],
    { work: [['slides', input.slides]] },
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
  more: { work?: PromptSections; kind?: 'text' | 'list' } = {},
): Prompt =>
  composePrompt(material, {
    role,
    task,
    order: instagramFeedOrder(material.form),
    tone: material.form.tone,
    ...more,
  })
