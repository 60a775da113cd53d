import type { Language } from './language.ts'

/** The form of a programme, a lender or a method: its items in order, as headings of the plan. */
export type PlanForm = { id: string; name: string; items: readonly string[] }

/**
 * Forms that people are asked to fill, by the language of the interface. Programmes change their forms from year to
 * year: the member compares the items with the call. Sources:
 * - pre-startup: the form of 예비창업패키지 as applicants describe it; UNCONFIRMED for the current call.
 * - lender, lean: the sections that the U.S. Small Business Administration names for a traditional and a lean plan.
 */
export const planForms: Record<Language, readonly PlanForm[]> = {
  ko: [
    {
      id: 'psst',
      name: 'PSST',
      items: ['문제 인식 (Problem)', '실현 가능성 (Solution)', '성장 전략 (Scale-up)', '팀 구성 (Team)'],
    },
    {
      id: 'pre-startup',
      name: '예비창업패키지',
      items: [
        '창업 아이템 개요',
        '1. 문제 인식 (Problem): 창업 아이템의 필요성',
        '2. 실현 가능성 (Solution): 창업 아이템의 개발 계획',
        '3. 성장 전략 (Scale-up): 사업화 추진 전략',
        '4. 팀 구성 (Team): 대표자와 팀원 구성 계획',
      ],
    },
    {
      id: 'general',
      name: '일반 양식',
      items: [
        '사업 요약',
        '시장과 고객',
        '제품과 서비스',
        '수익 모델',
        '마케팅 계획',
        '추진 일정',
        '자금 계획',
      ],
    },
    {
      id: 'lender',
      name: '대출·정책자금',
      items: [
        '업체와 대표자',
        '사업 내용',
        '시장과 경쟁',
        '매출 계획',
        '자금 용도와 상환 계획',
        '위험과 대책',
      ],
    },
    {
      id: 'investor',
      name: '투자 유치',
      items: [
        '문제',
        '해결책',
        '시장 규모',
        '수익 모델',
        '성과와 지표',
        '경쟁',
        '팀',
        '재무 계획과 투자 요청',
      ],
    },
  ],
  en: [
    { id: 'psst', name: 'PSST', items: ['Problem', 'Solution', 'Scale-up', 'Team'] },
    {
      id: 'general',
      name: 'General',
      items: [
        'Summary',
        'Market and customers',
        'Product and service',
        'Business model',
        'Marketing plan',
        'Schedule',
        'Finances',
      ],
    },
    {
      id: 'lender',
      name: 'Bank loan (SBA)',
      items: [
        'Executive summary',
        'Company description',
        'Market analysis',
        'Organization and management',
        'Service or product line',
        'Marketing and sales',
        'Funding request',
        'Financial projections',
      ],
    },
    {
      id: 'lean',
      name: 'Lean plan (SBA)',
      items: [
        'Key partnerships',
        'Key activities',
        'Key resources',
        'Value proposition',
        'Customer relationships',
        'Customer segments',
        'Channels',
        'Cost structure',
        'Revenue streams',
      ],
    },
    {
      id: 'investor',
      name: 'Investors',
      items: [
        'Problem',
        'Solution',
        'Market size',
        'Business model',
        'Traction',
        'Competition',
        'Team',
        'Financials and ask',
      ],
    },
  ],
}
