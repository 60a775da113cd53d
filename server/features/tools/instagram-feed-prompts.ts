// What we tell the model when it writes an Instagram feed. Three calls: slides, caption, hashtags.
import { z } from 'zod'
import type { InstagramFeedForm } from '#shared/tools-form.ts'
import { composePrompt, type Material, type Prompt } from './prompt-parts.ts'

export type InstagramFeedMaterial = Material<InstagramFeedForm>

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
    'You write carousels that people swipe through to the end and keep.',
    [
      count === 1
        ? 'Write exactly 1 slide: the one thing that this topic has to say.'
        : `Write exactly ${count} slides. The first makes people stop: what they get, in plain words. Each of the others carries one thought, in an order that makes them swipe on. The last says what to do with it.`,
      'Each slide: a headline of at most 20 characters in Korean, Japanese or Chinese and 40 in other languages, and a text that can be read in five seconds.',
      `Headline and text of a slide together have about ${characters} characters. No hashtags, no Markdown, no numbering, no "swipe", at most one emoji on a slide.`,
    ],
    [],
  )
}

export function captionPrompt(
  material: InstagramFeedMaterial,
  input: { slides: string; characters: number },
): Prompt {
  return compose(
    material,
    'You write captions that sound like a person and not like a brand.',
    [
      'Write the caption for the slides in the part "slides". The first sentence has to work alone: it is all that is shown before "more".',
      `About ${input.characters} characters in two to four short paragraphs. Add what the slides do not say: why it matters, a detail from the material. End with a question or an invitation that is easy to answer.`,
      'No hashtags (they are added below), no headings, no list, no Markdown, few emoji.',
    ],
    [['slides', input.slides]],
  )
}

export function hashtagsPrompt(material: InstagramFeedMaterial, text: string): Prompt {
  return compose(
    material,
    'You choose hashtags so that the right people find a post.',
    [
      'Give eight to fifteen hashtags for the post in the part "post": some broad, most specific, most telling first.',
      'Each one word or words written together as hashtags are, without "#", without spaces, without punctuation, none twice.',
    ],
    [['post', text]],
  )
}

function compose(
  material: InstagramFeedMaterial,
  role: string,
  task: string[],
  work: [string, string][],
): Prompt {
  const { topic, information, target, tone } = material.form
  return composePrompt(material, {
    role,
    task,
    parts: [['topic', topic], ['information', information], ...work],
    tone,
    reader: target,
  })
}
