// Fixed forms, two for each tool, for tests and checks of the tools.
import type { ToolForms } from '#shared/tools-form.ts'
import type { WritingTool } from '#shared/tools.ts'

/** Fields that a brief may omit. */
type Optional = 'thumbnail' | 'image' | 'length' | 'length_unit' | 'place' | 'research'

export type Brief<Name extends WritingTool = WritingTool> = Name extends WritingTool
  ? {
      tool: Name
      form: Partial<ToolForms[Name]> & Omit<ToolForms[Name], Optional>
      /** Required content of each prompt's order, by name. */
      orderTexts: Record<string, string>
    }
  : never

const library = {
  ko: '도서관은 9시에 연다. 어린이 열람실은 2층이다.',
  en: 'The library opens at 9. The reading room for children is on floor 2.',
}
const plan = {
  ko: '혼자 사는 직장인에게 동네 반찬을 주 2회 배달한다. 가게 4곳과 시범 운영해 구독자 62명을 모았다.',
  en: 'Side dishes for people who live alone, twice a week. A trial with 4 kitchens found 62 subscribers.',
}
const career = {
  ko: '대학 신문사에서 2년 동안 기획면을 맡았다. 독자 설문 130장을 읽고 연재 6회를 썼다.',
  en: 'Ran the features page of a student paper for 2 years. Read 130 surveys and wrote a series of 6 parts.',
}
const points = {
  ko: '매달 둘째 토요일 오후 3시에 12명이 모인다. 10월부터 3개월 동안 이용하고 싶다.',
  en: 'We are 12 people and meet on Saturdays at 3 pm. We would like to come for 3 months from October.',
}

const wishes = {
  ko: '마지막 문단은 두 문장으로 끝내 주세요.',
  en: 'Please end with a paragraph of two sentences.',
}

export const briefs: Brief[] = [
  {
    tool: 'article',
    form: {
      topic: '동네 도서관에서 보내는 토요일',
      keywords: '동네 도서관, 어린이 열람실',
      reader_questions: '주말에도 여나요?',
      tone: 'informal',
      language: 'Korean',
      instructions: wishes.ko,
      information: library.ko,
      target: '초등학생 부모',
    },
    orderTexts: {
      instructions: wishes.ko,
      'search terms': '동네 도서관, 어린이 열람실',
      'questions to answer': '주말에도 여나요?',
      information: library.ko,
      reader: '초등학생 부모',
    },
  },
  {
    tool: 'article',
    form: {
      topic: 'Saturdays at the local library',
      keywords: '',
      reader_questions: 'Is there parking?',
      tone: 'formal',
      language: 'English',
      instructions: wishes.en,
      information: library.en,
      target: '',
    },
    orderTexts: {
      instructions: wishes.en,
      'questions to answer': 'Is there parking?',
      information: library.en,
    },
  },
  {
    tool: 'document',
    form: {
      topic: '도서관 이용 현황',
      purpose: '개관 시간을 바꿀지 정하기 위해',
      language: 'Korean',
      instructions: wishes.ko,
      information: library.ko,
      target: '관장',
    },
    orderTexts: {
      instructions: wishes.ko,
      purpose: '개관 시간을 바꿀지 정하기 위해',
      information: library.ko,
    },
  },
  {
    tool: 'document',
    form: {
      topic: 'Use of the library',
      purpose: 'To decide on opening hours',
      language: 'English',
      instructions: wishes.en,
      information: library.en,
      target: '',
    },
    orderTexts: { instructions: wishes.en, purpose: 'To decide on opening hours', information: library.en },
  },
  {
    tool: 'business-plan',
    form: {
      name: '한끼반찬',
      overview: plan.ko,
      format: ['문제 인식', '실현 가능성', '성장 전략', '팀 구성'],
      language: 'Korean',
      instructions: wishes.ko,
      information: '대표는 식품 회사에서 7년 일했다.',
    },
    orderTexts: {
      instructions: wishes.ko,
      overview: plan.ko,
      items: '- 문제 인식\n- 실현 가능성\n- 성장 전략\n- 팀 구성',
    },
  },
  {
    tool: 'business-plan',
    form: {
      name: 'Second Supper',
      overview: plan.en,
      format: ['Problem', 'Solution', 'Scale-up', 'Team'],
      language: 'English',
      instructions: wishes.en,
      information: '',
    },
    orderTexts: { instructions: wishes.en, overview: plan.en },
  },
  {
    tool: 'cover-letter',
    form: {
      introduce: '기록하는 습관이 있고 설명하는 일을 좋아한다.',
      career: career.ko,
      duty: '도서 편집',
      posting: '신입 도서 편집자. 원고 검토와 저자 소통을 맡아요.',
      questions: [
        { question: '지원 동기를 적어 주세요.', limit: 500, unit: 'characters' },
        { question: '가장 힘을 쏟은 경험은 무엇인가요?', limit: 1_000, unit: 'bytes_euc_kr' },
        { question: '입사 후 계획을 적어 주세요.', limit: 700, unit: 'characters_without_spaces' },
      ],
      tone: 'formal',
      language: 'Korean',
      instructions: wishes.ko,
      target: '문장출판사',
    },
    orderTexts: { instructions: wishes.ko, career: career.ko, duty: '도서 편집', employer: '문장출판사' },
  },
  {
    tool: 'cover-letter',
    form: {
      introduce: 'I keep notes and like to explain things.',
      career: career.en,
      duty: 'Book editing',
      posting: '',
      questions: [
        { question: 'Why do you apply?', limit: 900, unit: 'characters' },
        { question: 'What are you proud of?', limit: 1_200, unit: 'bytes_utf8' },
        { question: 'What will you do here?', limit: 900, unit: 'characters' },
      ],
      tone: 'formal',
      language: 'English',
      instructions: wishes.en,
      target: '',
    },
    orderTexts: { instructions: wishes.en, career: career.en, duty: 'Book editing' },
  },
  {
    tool: 'email',
    form: {
      topic: '독서 모임 장소로 카페 2층을 빌리고 싶다.',
      strong_points: points.ko,
      received: '금요일 저녁에도 2층을 빌릴 수 있는지, 몇 명이 오는지 알려 주세요.',
      sender: '한지우',
      receiver: '김서연',
      tone: 'formal',
      language: 'Korean',
      instructions: wishes.ko,
    },
    orderTexts: { instructions: wishes.ko, strong_points: points.ko, sender: '한지우', receiver: '김서연' },
  },
  {
    tool: 'email',
    form: {
      topic: 'Renting your upper floor for a book club',
      strong_points: points.en,
      received: '',
      sender: '',
      receiver: '',
      tone: 'informal',
      language: 'English',
      instructions: wishes.en,
    },
    orderTexts: { instructions: wishes.en, strong_points: points.en },
  },
  {
    tool: 'instagram-feed',
    form: {
      topic: '주말 도서관 나들이',
      information: library.ko,
      tone: 'informal',
      language: 'Korean',
      instructions: wishes.ko,
      target: '',
      slide_count: 5,
    },
    orderTexts: { instructions: wishes.ko, information: library.ko },
  },
  {
    tool: 'instagram-feed',
    form: {
      topic: 'A weekend at the library',
      information: library.en,
      tone: 'informal',
      language: 'English',
      instructions: wishes.en,
      target: 'families',
      slide_count: 7,
    },
    orderTexts: { instructions: wishes.en, information: library.en, reader: 'families' },
  },
]
