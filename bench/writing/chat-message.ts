import type { WritingTool } from '#shared/tools.ts'
import type { Order } from './order.ts'

/** The same order as a user would type it into a chat. */
export function chatMessage({ tool, form }: Order): string {
  const say = form.language === 'Korean' ? korean : english
  const read = (name: string) => {
    const value = (form as Record<string, unknown>)[name]
    return typeof value === 'string' ? value : ''
  }
  const part = (label: string, name: string) => (read(name) ? `${label}: ${read(name)}` : '')
  const lines = [
    say.tools[tool](form),
    part(say.topic, 'topic'),
    part(say.keywords, 'keywords'),
    part(say.name, 'name'),
    part(say.overview, 'overview'),
    part(say.purpose, 'purpose'),
    part(say.reader, 'target'),
    part(say.about, 'introduce'),
    part(say.career, 'career'),
    part(say.duty, 'duty'),
    part(say.facts, 'information'),
    part(say.points, 'strong_points'),
    part(say.from, 'sender'),
    part(say.to, 'receiver'),
    'format' in form && form.format ? `${say.items}: ${form.format.join(', ')}` : '',
    ...('questions' in form && form.questions ? form.questions.map(say.question) : []),
    read('instructions'),
    'tone' in form ? say.tones[form.tone as 'formal' | 'informal'] : '',
    'place' in form && form.place === 'naver' ? say.naver : '',
  ]
  return lines.filter(Boolean).join('\n')
}

type Words = {
  tools: Record<WritingTool, (form: Order['form']) => string>
  question: (question: { question: string; limit: number }, index: number) => string
  tones: Record<'formal' | 'informal', string>
} & Record<
  | 'topic'
  | 'keywords'
  | 'name'
  | 'overview'
  | 'purpose'
  | 'reader'
  | 'about'
  | 'career'
  | 'duty'
  | 'facts'
  | 'points'
  | 'from'
  | 'to'
  | 'items'
  | 'naver',
  string
>
const slidesOf = (form: Order['form']) => ('slide_count' in form ? form.slide_count : 0)

const korean: Words = {
  tools: {
    article: () => '블로그 글을 써 줘. 제목도 붙여 줘.',
    document: () => '보고서를 써 줘.',
    'business-plan': () => '사업계획서를 써 줘.',
    'cover-letter': () => '자기소개서를 써 줘.',
    email: () => '이메일을 써 줘. 제목도 붙여 줘.',
    'instagram-feed': (form) =>
      `인스타그램 카드뉴스 ${slidesOf(form)}장을 써 줘. 장마다 이미지에 올릴 문구, 그리고 캡션과 해시태그.`,
  },
  question: ({ question: text, limit }, index) => `문항 ${index + 1}: ${text} (공백 포함 ${limit}자 이내)`,
  tones: { formal: '격식 있는 말투로.', informal: '친근한 말투로.' },
  topic: '주제',
  keywords: '검색어',
  name: '이름',
  overview: '내용',
  purpose: '목적',
  reader: '읽는 사람',
  about: '나는',
  career: '경력',
  duty: '지원 직무',
  facts: '자료',
  points: '담을 내용',
  from: '보내는 사람',
  to: '받는 사람',
  items: '항목',
  naver: '네이버 블로그에 올릴 거야.',
}

const english: Words = {
  tools: {
    article: () => 'Write a blog post, with a title.',
    document: () => 'Write a report.',
    'business-plan': () => 'Write a business plan.',
    'cover-letter': () => 'Answer these questions of a job application.',
    email: () => 'Write an email, with a subject line.',
    'instagram-feed': (form) =>
      `Write an Instagram carousel of ${slidesOf(form)} slides: the text on each image, then a caption and hashtags.`,
  },
  question: ({ question: text, limit }, index) =>
    `Question ${index + 1}: ${text} (at most ${limit} characters)`,
  tones: { formal: 'Formal tone.', informal: 'Friendly tone.' },
  topic: 'Topic',
  keywords: 'Search terms',
  name: 'Name',
  overview: 'Idea',
  purpose: 'Purpose',
  reader: 'Readers',
  about: 'About me',
  career: 'Experience',
  duty: 'Role',
  facts: 'Facts',
  points: 'To include',
  from: 'From',
  to: 'To',
  items: 'Sections',
  naver: 'It goes on a Naver blog.',
}
