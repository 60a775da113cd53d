// What we tell the model when it writes an article. Four calls, one role each: plan, titles, text, tags.
import type { Section } from '#shared/outline.ts'
import type { ArticleForm } from '#shared/tools-form.ts'
import { titleCount } from '#shared/tools.ts'
import { composePrompt, describeOutline, type Material, type Prompt } from './prompt-parts.ts'

export type ArticleMaterial = Material<ArticleForm>

export function outlinePrompt(material: ArticleMaterial): Prompt {
  return compose(material, 'You plan articles: you decide what a reader needs to know, and in which order.', [
    'Plan one blog article about the topic in the material.',
    'Four to six sections. Each takes the reader one step further than the one before; none repeats another.',
    'Headings are concrete and short (at most 40 characters) and say what the section tells. No "Introduction", no "Conclusion", no numbering, no Markdown.',
    'For each section give two to four points: what is said there, and which part of the material it rests on.',
    'Where the material gives no facts, plan what can be said truthfully without them: how to think about it, how to begin, what to check.',
  ])
}

export function titlesPrompt(material: ArticleMaterial, outline: Section[]): Prompt {
  return compose(
    material,
    'You write headlines that keep what they promise.',
    [
      `Give exactly ${titleCount} titles for the article planned in the part "outline".`,
      'Each takes a different angle: a question, a promise of use, a contrast, an image, a plain statement.',
      'At most 45 characters each. No quotation marks around them, no clickbait, no number that the article does not contain, no full stop at the end.',
    ],
    [['outline', describeOutline(outline)]],
  )
}

export function textPrompt(
  material: ArticleMaterial,
  input: { outline: Section[]; title: string; characters: number },
): Prompt {
  return compose(
    material,
    'You are a careful writer. People read you to the end because every sentence adds something.',
    [
      'Write the article in Markdown, following the part "outline" in its order, under the title in the part "title".',
      'Begin with the text itself: no title, no level-one heading (#), no greeting, no remark about the task. Each section starts with "## " and its heading from the outline.',
      `About ${input.characters} characters in all. Paragraphs of two to four sentences; a list or a table only where it is easier to read than prose.`,
      'Open with a scene, an observation or a question that belongs to this topic and to no other. Vary the length of sentences. Prefer verbs to abstract nouns and one good example to three weak ones.',
      'Leave out what could stand in any article: "in today\'s fast-moving world", "it is important to note", summaries of what was just said.',
      'End with something that the reader can do or keep thinking about.',
    ],
    [
      ['title', input.title],
      ['outline', describeOutline(input.outline)],
    ],
  )
}

export function tagsPrompt(material: ArticleMaterial, text: string): Prompt {
  return compose(
    material,
    'You file articles so that the right readers find them.',
    [
      'Give five to ten tags for the article in the part "article": what somebody would type to find it, most telling first.',
      'One to three words each, without "#", without punctuation, none twice.',
    ],
    [['article', text]],
  )
}

function compose(
  material: ArticleMaterial,
  role: string,
  task: string[],
  work: [string, string][] = [],
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
