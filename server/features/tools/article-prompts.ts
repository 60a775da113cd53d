// What we tell the model when it writes an article. Four calls, one role each: plan, titles, text, tags; editing is every tool's.
import { titleCount, type PublishPlace } from '#shared/tools.ts'
import type { ArticleForm } from '#shared/tools-form.ts'
import type { TargetLength } from '#shared/text-length.ts'
import {
  composePrompt,
  planTask,
  type Material,
  type PromptExtras,
  type PromptSections,
  type Prompt,
} from './prompt-sections.ts'
import { describeLength, lengthTask } from './text-target.ts'

export type ArticleMaterial = Material<ArticleForm>

/**
 * What each place wants of a text; "none" wants nothing. Habits of Korean blogs, not rules of the places: nobody publishes such.
 * Naver lets a post carry at most 30 tags.
 */
const placeNotes: Record<PublishPlace, string[]> = {
  none: [],
  naver: [
    'It is published on a Naver blog and read on a phone: paragraphs of two or three short sentences, a subheading every four or five paragraphs, what the reader searched for in the first two sentences. Where a photo helps, a line of its own in parentheses says what to show, such as (사진: 메뉴판 전체), two to four in all. It ends with one question that readers like to answer in a comment.',
  ],
  brunch: [
    'It is published on Brunch, where people read essays: an observation that carries the whole text, longer paragraphs, few subheadings, no lists and tables unless the order wants them, an ending that stays in mind without a moral.',
  ],
  wordpress: [
    "It is published on a blog of one's own (WordPress, Tistory) and found by search: the answer to the search in the first paragraph, subheadings that somebody would type, a table or steps where they answer faster, three short questions with answers under the last subheading.",
  ],
  newsletter: [
    'It is sent as a newsletter: it greets in one line, says in the second or third sentence what is in it for the reader, has few subheadings, speaks to one person, and ends with one thing to do or to answer and a short goodbye.',
  ],
}

const placeTags: Record<PublishPlace, string> = {
  none: 'five to ten',
  naver: 'ten to twenty',
  brunch: 'three to five',
  wordpress: 'five to ten',
  newsletter: 'three to five',
}

export function planPrompt(material: ArticleMaterial, length: TargetLength): Prompt {
  return compose(material, 'You plan articles that people save and send to friends.', [
    `Plan one blog article of ${describeLength(length)} for the order.`,
    ...planTask,
    'As many sections as the matter has, at most eight, or what the order asks for (tips, steps, weeks). Headings: at most 30 characters, what the section holds, in words that people use; no "Introduction", no Markdown, numbers only where they count steps, tips or weeks.',
    ...placeNotes[material.form.place],
  ])
}

export function titlesPrompt(material: ArticleMaterial, outline: string): Prompt {
  return compose(
    material,
    'You write headlines that are searched for and keep what they promise.',
    [
      `Give exactly ${titleCount} titles for the article planned in the work "plan".`,
      'Each holds the words that somebody would type into a search for it, as near its beginning as a natural sentence allows, and promises one concrete thing that the article holds; the subject of the order is in it whole, as the person worded it. It sounds as a person says it, never like a list of keywords. Each takes another angle.',
      'At most 40 characters in Korean, Japanese and Chinese, 60 in other languages. No quotation marks, no clickbait, no number that the plan does not hold, no full stop at the end. The best one first.',
    ],
    { work: [['plan', outline]], kind: 'list' },
  )
}

export function textPrompt(
  material: ArticleMaterial,
  input: { plan: string; title: string; length: TargetLength },
): Prompt {
  return compose(
    material,
    'You write blog articles that people read to the end, because they are pleasant and every part helps.',
    [
      'Write the article in Markdown, under the title in the work "title", with the headings of the work "plan" in their order. Its points and specifics are reminders: most of them are left out, what is missing is added. Where the plan and the order differ, the order wins.',
      'Begin with the text itself: no title, no level-one heading (#), no remark about the task. Each section starts with "## " and its heading from the plan.',
      lengthTask(input.length),
      'Before the first heading stand one or two short paragraphs that meet the reader in their situation and make them want the rest.',
      'The end is a short paragraph that feels like one: the next thing to do and a friendly word. Steps and tips are numbered from 1 to the last through the whole text, in the headings or in one list.',
      ...placeNotes[material.form.place],
    ],
    {
      work: [
        ['title', input.title],
        ['plan', input.plan],
      ],
    },
  )
}

export function tagsPrompt(material: ArticleMaterial, text: string): Prompt {
  return compose(
    material,
    'You file articles so that the right readers find them.',
    [
      `Give ${placeTags[material.form.place]} tags for the article in the work "text": what somebody would type to find it, most telling first.`,
      'Each one word, or words written together without spaces; no "#", no emoji, no punctuation, none twice.',
    ],
    { work: [['text', text]], kind: 'list' },
  )
}

/** The order as it goes into every call about the text. */
export const articleOrder = ({ topic, information, target, instructions }: ArticleForm): PromptSections => [
  ['topic', topic],
  ['information', information],
  ['reader', target],
  ['instructions', instructions],
]

const compose = (material: ArticleMaterial, role: string, task: string[], more: PromptExtras = {}): Prompt =>
  composePrompt(material, {
    role,
    task,
    order: articleOrder(material.form),
    tone: material.form.tone,
    ...more,
  })
