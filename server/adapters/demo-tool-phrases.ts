// The demo writer's sentences for documents, business plans, cover letters and e-mails. As in demo-phrases.ts, they are
// true of any subject, and all details come from the member's input.
import type { OutputLanguage, Tone } from '#shared/tools.ts'
import { easternToolPhrases } from './demo-tool-phrases-east.ts'
import { westernToolPhrases } from './demo-tool-phrases-west.ts'

/** Placeholders: `{purpose}`, `{item}`, `{topic}` (a cover letter's duty), `{receiver}`. */
export type ToolPhrases = {
  /** First sentence of a document. */
  purpose: string
  /** `lead` and `next` surround the known facts of an item of a business plan; `gap` is for items without facts. */
  item: { lead: string; gap: string; next: string }
  answer: { start: string; end: string }
  mail: {
    subjects: [string, string, string, string, string]
    greeting: string
    greetingAll: string
    lead: string
    points: string
    ask: string
    close: string
  }
}
/** A language with one text for both tones, apart from how it ends. */
export type PlainToolPhrases = {
  purpose: string
  item: [lead: string, gap: string, next: string]
  answer: string
  answerEnd: Ends
  subjects: ToolPhrases['mail']['subjects']
  mail: [greeting: string, greetingAll: string, lead: string, points: string, ask: string]
  close: Ends
}
type Ends = { formal: string; informal: string }

const korean: { formal: ToolPhrases; informal: ToolPhrases } = {
  formal: {
    purpose: '이 문서는 다음 목적으로 정리했습니다: {purpose}',
    item: {
      lead: '‘{item}’ 항목에 대해 확인된 내용은 다음과 같습니다.',
      gap: '‘{item}’ 항목을 뒷받침할 자료가 아직 없습니다. [근거와 수치를 채워 주십시오]',
      next: '위 내용을 심사하는 사람이 확인할 수 있도록 근거 자료를 함께 제시하고, 아직 정하지 못한 부분은 언제까지 정할 것인지 밝힙니다.',
    },
    answer: {
      start: '{topic} 직무에서 제가 보여 드릴 수 있는 것은 직접 해 본 일입니다.',
      end: '이 경험을 {topic} 업무의 출발점으로 삼아, 맡은 일을 끝까지 확인하는 사람이 되겠습니다.',
    },
    mail: {
      subjects: [
        '{topic} 관련하여 말씀드립니다',
        '{topic} 안내드립니다',
        '{topic|을/를} 제안드립니다',
        '{topic} 검토를 부탁드립니다',
        '{topic}에 대해 상의드리고 싶습니다',
      ],
      greeting: '{receiver}님께',
      greetingAll: '안녕하십니까.',
      lead: '{topic|과/와} 관련하여 연락드립니다.',
      points: '먼저 살펴봐 주셨으면 하는 내용은 다음과 같습니다.',
      ask: '편하신 때에 답장을 주시면 그에 맞추어 다음 일정을 준비하겠습니다.',
      close: '감사합니다.',
    },
  },
  informal: {
    purpose: '이 문서는 이런 목적으로 정리했어요: {purpose}',
    item: {
      lead: '‘{item}’에 대해 지금까지 확인한 내용이에요.',
      gap: '‘{item}’에 대해서는 아직 자료가 없어요. [근거와 수치를 채워 주세요]',
      next: '읽는 사람이 확인할 수 있게 근거를 함께 두고, 아직 정하지 못한 것은 언제 정할지 적어 둬요.',
    },
    answer: {
      start: '{topic} 일에서 제가 보여 드릴 수 있는 건 직접 해 본 일이에요.',
      end: '이 경험에서 출발해 {topic} 일을 끝까지 챙기는 사람이 되고 싶어요.',
    },
    mail: {
      subjects: [
        '{topic} 이야기 드려요',
        '{topic}, 한번 봐 주세요',
        '{topic|을/를} 함께 해 보면 어떨까요?',
        '{topic} 때문에 연락드려요',
        '{topic}, 생각을 듣고 싶어요',
      ],
      greeting: '{receiver}님, 안녕하세요!',
      greetingAll: '안녕하세요!',
      lead: '{topic} 때문에 연락드려요.',
      points: '먼저 봐 주셨으면 하는 내용이에요.',
      ask: '편하실 때 답장 주시면 거기에 맞춰 다음 일정을 준비할게요.',
      close: '고마워요.',
    },
  },
}

const english: PlainToolPhrases = {
  purpose: 'This document was put together for one purpose: {purpose}',
  item: [
    'What is known so far about “{item}”:',
    'There is no material for “{item}” yet. [Add reasons and figures here]',
    'Evidence belongs beside each of these points, so that a reader can check it. Whatever is still open needs a date by which it will be settled.',
  ],
  answer: 'For work in {topic}, the best I can offer is what I have already done.',
  answerEnd: {
    formal: 'I would bring the same care to {topic}, and see each task through to its end.',
    informal: 'That’s what I’d bring to {topic}: I stay with a thing until it’s done.',
  },
  subjects: [
    'About {topic}',
    '{topic}: a short note',
    '{topic}: a proposal',
    'Your view on {topic}',
    '{topic}: next step',
  ],
  mail: [
    'Dear {receiver},',
    'Hello,',
    'I am writing to you about {topic}.',
    'These are the points that matter most:',
    'A short reply is enough for me to prepare the next step.',
  ],
  close: { formal: 'Kind regards,', informal: 'Thanks, and talk soon,' },
}

const plain: Record<Exclude<OutputLanguage, 'Korean'>, PlainToolPhrases> = {
  English: english,
  ...easternToolPhrases,
  ...westernToolPhrases,
}

/** The demo writer cannot learn a custom tone and writes informally for it, as `chooseDemoPhrases` does. */
export function chooseToolPhrases(language: OutputLanguage, tone: Tone): ToolPhrases {
  const kind = tone === 'formal' ? 'formal' : 'informal'
  if (language === 'Korean') return korean[kind]
  const words = plain[language]
  const [lead, gap, next] = words.item
  const [greeting, greetingAll, mailLead, points, ask] = words.mail
  return {
    purpose: words.purpose,
    item: { lead, gap, next },
    answer: { start: words.answer, end: words.answerEnd[kind] },
    mail: {
      subjects: words.subjects,
      greeting,
      greetingAll,
      lead: mailLead,
      points,
      ask,
      close: words.close[kind],
    },
  }
}
