// Prompts for an article: draft, other titles, tags, and a plan where one is made first. The revision is shared by all
// tools.
import { titleCount, type PublishPlace } from '#shared/tools.ts'
import type { ArticleForm } from '#shared/tools-form.ts'
import type { TargetLength } from '#shared/text-length.ts'
import {
  composePrompt,
  draftForm,
  planTask,
  taskIn,
  type PromptInput,
  type PromptExtras,
  type PromptSections,
  type Prompt,
  type Task,
} from './prompt-sections.ts'
import { describeLength, lengthTask } from './text-target.ts'

export type ArticlePromptInput = PromptInput<ArticleForm>

/**
 * The conventions of each publishing place; "none" has none. They are habits of Korean blogs: the places publish no
 * rules.
 * Naver allows at most 30 tags on a post.
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

const placeNames: Record<PublishPlace, string> = {
  none: '',
  naver: 'a Naver blog',
  brunch: 'Brunch',
  wordpress: "a blog of one's own, found by search",
  newsletter: 'a newsletter',
}

/** For readers who search: the order's first term leads, the others stand where they belong. */
const searchTask: Task = {
  role: '',
  korean: [
    '주문의 "search terms"는 독자가 검색창에 넣는 말이야. 첫 번째는 제목 앞쪽과 첫 문단, 소제목 하나에 적힌 그대로 한 번씩 넣고, 나머지는 어울리는 곳에만. 억지로 되풀이하지 마.',
  ],
  other: [
    'The order\'s "search terms" are what readers type into a search box. Work the first one, as written, into the beginning of the title, the first paragraph and one heading; use the others only where they fit. Don\'t force them.',
  ],
}
const searchRules = ({ form: { keywords, language } }: ArticlePromptInput): string[] =>
  keywords ? taskIn(language, searchTask) : []

/** What draft and revision keep: the search terms, and the conventions of the place. */
export const articleRules = (material: ArticlePromptInput): string[] => [
  ...searchRules(material),
  ...placeNotes[material.form.place],
]

const placeTags: Record<PublishPlace, string> = {
  none: 'five to ten',
  naver: 'ten to twenty',
  brunch: 'three to five',
  wordpress: 'five to ten',
  newsletter: 'three to five',
}

export function planPrompt(material: ArticlePromptInput, length: TargetLength): Prompt {
  return compose(material, 'You plan articles that people save and send to friends.', [
    `Plan one blog article of ${describeLength(length)} for the order.`,
    ...taskIn(material.form.language, planTask),
    material.form.language === 'Korean'
      ? '소제목은 여덟 개까지, 또는 주문에 있는 개수대로(팁, 단계, 주차). 완성된 글에 실릴 말 그대로, 그 글의 말투로, 30자 이내. "들어가며" 같은 것은 빼고, 숫자는 단계나 팁을 셀 때만.'
      : 'At most eight sections, or as many as the order asks for (tips, steps, weeks). Write each heading the way it will appear in the finished article, in its tone, in at most 30 characters. No "Introduction", no Markdown, and numbers only to count steps, tips or weeks.',
    ...articleRules(material),
  ])
}

const titlesTask = (count: number): Task => ({
  role: 'You write headlines for blog articles.',
  korean: [
    `작업 "title"은 소제목이 작업 "plan"과 같은 글의 제목이야. 이 글에 붙일 다른 제목을 정확히 ${count}개 지어 줘. 서로 다른 각도로, 사람들이 검색할 말을 담아, 글의 말투로.`,
    '글에 있는 것만 약속하고, 키워드를 나열하지 마. 40자 이내, 따옴표와 마침표 없이.',
  ],
  other: [
    `The work "title" is the title of an article with the headings in the work "plan". Give exactly ${count} other titles for it, each from another angle, in its tone, with words people search for.`,
    'Promise only what the article delivers, and never string keywords together. At most 40 characters in Japanese and Chinese, 60 in other languages. No quotation marks, no clickbait, no full stop at the end.',
  ],
})

export function titlesPrompt(
  material: ArticlePromptInput,
  { title, outline }: { title: string; outline: string },
): Prompt {
  const task = titlesTask(titleCount - 1)
  return compose(material, task.role, [...taskIn(material.form.language, task), ...searchRules(material)], {
    work: [
      ['title', title],
      ['plan', outline],
    ],
    kind: 'list',
  })
}

const draftTask: Task = {
  role: '',
  korean: ['아래 주문대로 블로그 글을 써 줘. 채팅에서 부탁받았을 때처럼, 평소 가장 잘 쓰는 대로.'],
  other: [
    'Write the blog post that is ordered below, just as you would if this person asked you in a chat, at your best.',
  ],
}

/** @param input.plan '' for a draft that makes its own outline */
export const draftPrompt = (
  material: ArticlePromptInput,
  { plan, length }: { plan: string; length: TargetLength },
): Prompt =>
  compose(
    material,
    'You write the blog article that somebody asks you for in a chat.',
    [
      ...taskIn(material.form.language, draftTask),
      ...taskIn(material.form.language, draftForm(plan !== '')),
      ...lengthTask(length, { isPlanned: plan !== '' }),
      ...articleRules(material),
    ],
    { kind: 'draft', work: [['plan', plan]] },
  )

export function tagsPrompt(material: ArticlePromptInput, text: string): Prompt {
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

/** The order, as every call about the text gets it. */
export const articleOrder = ({
  topic,
  keywords,
  reader_questions: questions,
  information,
  target,
  place,
  instructions,
}: ArticleForm): PromptSections => [
  ['topic', topic],
  ['search terms', keywords],
  ['questions to answer', questions],
  ['information', information],
  ['reader', target],
  // A text without a form has none.
  ['place', placeNames[place] ?? ''],
  ['instructions', instructions],
]

const compose = (
  material: ArticlePromptInput,
  role: string,
  task: string[],
  more: PromptExtras = {},
): Prompt =>
  composePrompt(material, {
    role,
    task,
    order: articleOrder(material.form),
    tone: material.form.tone,
    ...more,
  })
