import { entries, formal, friendly, question, type Order } from './order.ts'

export const koreanOrders: Order[] = [
  ...entries('article', 'ko', [
    [
      {
        ...friendly,
        topic: '겨울에 실내에서 키우기 쉬운 허브',
        keywords: '실내 허브 키우기, 바질 겨울, 베란다 텃밭',
      },
    ],
    [{ ...formal, topic: '자동차 사고가 났을 때 현장에서 할 일' }],
    [{ ...friendly, topic: '혼자 떠나는 기차 여행, 하루 코스 짜기' }],
    [
      {
        ...friendly,
        topic: '아침에 못 일어나는 사람이 바꿔 볼 것',
        target: '야근이 잦은 직장인',
        instructions: '번호 붙여서 다섯 가지만. 1,200자쯤.',
        length: 1_200,
      },
      { numbered: 5 },
    ],
    [
      {
        ...friendly,
        topic: '아기 이유식 배달 세 곳 먹여 본 후기',
        keywords: '이유식 배달, 중기 이유식 가격',
        information:
          '초록숟가락 한 팩 3,900원 새벽 배송 입자가 곱다. 엄마밥상 한 팩 4,500원 재료 표시가 자세함 유리병. 아기한끼 한 팩 3,200원 주 2회만 배송',
        instructions: '값은 표로. 어디가 제일 낫다고 정하지는 말아 주세요.',
        place: 'naver',
      },
      { hasTable: true, includes: ['3,900', '4,500', '3,200'] },
    ],
  ]),
  ...entries('document', 'ko', [
    [{ topic: '재택근무 주 2일로 늘리는 안', purpose: '임원 회의 보고' }],
    [{ topic: '학교 급식실 잔반 줄이기', purpose: '교직원 회의 자료' }],
    [{ topic: '고객 불만 처리 시간이 늘어난 까닭', purpose: '부서장 보고' }],
    [
      {
        topic: '야간 도서관 시범 운영 결과',
        purpose: '내년 예산을 받을지 정하기 위해',
        information:
          '4월부터 9월까지 밤 11시까지 운영, 하루 평균 이용 38명(처음 달 19명), 야간 인건비 월 420만 원, 민원 6건 중 주차 4건',
        instructions: '숫자는 표로. 안 좋은 점도 그대로.',
      },
      { hasTable: true, includes: ['38', '420', '6'] },
    ],
    [
      {
        topic: '승강기 교체 공사',
        purpose: '입주민에게 알리는 글',
        target: '10층 이상에 사는 주민',
        information: '2월 9일부터 3월 6일까지, 공사 중 옆 라인 승강기를 16층 옥상 통로로 이용',
        instructions: '번호로 순서를 적고, 900자 안팎.',
        length: 900,
      },
      { numbered: 3, includes: ['2월 9일', '3월 6일'] },
    ],
  ]),
  ...entries('business-plan', 'ko', [
    [
      {
        name: '고쳐쓰기',
        overview: '고장 난 소형 가전을 주민이 직접 고치게 도와주는 공구 대여 겸 수리 교실',
        format: ['문제 인식', '실현 가능성', '성장 전략', '팀 구성'],
      },
    ],
    [
      {
        name: '할머니의 밥상',
        overview: '동네 할머니들이 만든 반찬을 맞벌이 집에 정기 배달',
        format: ['사업 개요', '목표 고객', '수익 모델', '추진 일정'],
      },
    ],
    [
      {
        name: '밤산책',
        overview: '밤에 혼자 걷기 무서운 사람들을 모아 같이 걷게 해 주는 앱',
        format: ['창업 동기', '시장 분석', '운영 계획', '자금 계획'],
      },
    ],
    [
      {
        name: '한뼘목공소',
        overview: '주말에만 여는 어린이 목공 교실',
        format: ['사업 소개', '시장과 경쟁', '매출 계획'],
        information: '9월에 시작, 회원 27명, 한 달 네 번에 16만 원, 강사 1명, 월세 90만 원',
        instructions: '월 손익은 표로. 프랜차이즈 얘기는 빼 주세요.',
      },
      { hasTable: true, includes: ['27명', '16만', '90만'], excludes: ['프랜차이즈'] },
    ],
    [
      {
        name: '바다네김',
        overview: '완도에서 부모님이 기르는 김을 구워서 편의점에 넣고 싶음',
        format: ['제품 소개', '고객', '판매 전략'],
        instructions: '군청 지원 사업에 냅니다. 1,800자 정도.',
        length: 1_800,
      },
    ],
  ]),
  ...entries('cover-letter', 'ko', [
    [
      {
        ...formal,
        introduce: '낯선 일도 일단 적어 보고 시작합니다.',
        career: '문헌정보학과 졸업, 구립 도서관 근로 1년',
        duty: '사서',
        questions: [question('지원 동기', 600)],
      },
    ],
    [
      {
        ...formal,
        introduce: '숫자가 맞을 때까지 자리를 안 뜹니다.',
        career: '통계학과, 리서치 회사 인턴 3개월, 카페 아르바이트 2년',
        duty: '데이터 분석',
        questions: [question('본인의 강점', 500), question('실패에서 배운 것', 700)],
      },
    ],
    [
      {
        ...formal,
        introduce: '새벽 일에 익숙하고 무거운 것도 잘 듭니다.',
        career: '조리학과 졸업, 호텔 주방 실습 6개월, 한식조리기능사',
        duty: '단체 급식 조리사',
        questions: [question('입사 후 하고 싶은 일', 600)],
      },
    ],
    [
      {
        ...formal,
        introduce: '어르신 말씀을 끝까지 듣습니다.',
        career: '사회복지학과, 요양원 실습 160시간, 구청 공익 2년',
        duty: '복지관 사회복지사',
        questions: [question('지원 동기', 600), question('힘든 사람을 도운 경험', 800)],
        target: '노인종합복지관',
        instructions: '“봉사 정신”이라는 말은 쓰지 말아 주세요.',
      },
      { excludes: ['봉사 정신'] },
    ],
    [
      {
        ...formal,
        introduce: '그림보다 설명서를 먼저 봅니다.',
        career: '전자공학과, 드론 동아리 회장, 편의점 점장 8개월',
        duty: '설비 보전',
        questions: [question('팀을 이끌어 본 경험', 1_000)],
        instructions: '드론 동아리 이야기로.',
      },
      { includes: ['드론'] },
    ],
  ]),
  ...entries('email', 'ko', [
    [
      {
        ...formal,
        topic: '견적서를 다시 보내 달라는 부탁',
        strong_points: '배송비가 빠져 있음, 수요일까지 필요함',
        receiver: '포장재 업체 담당자',
      },
    ],
    [
      {
        ...formal,
        topic: '교수님께 추천서 부탁',
        strong_points: '대학원 지원, 마감 12월 20일, 작년 가을에 세미나 들음',
      },
    ],
    [
      {
        ...friendly,
        topic: '이사 갈 때 쓸 상자 빌려 달라는 부탁',
        strong_points: '다음 주 토요일, 열 개쯤, 깨끗하게 돌려줌',
      },
    ],
    [
      {
        ...formal,
        topic: '층간 소음 때문에 윗집에 보내는 글',
        strong_points: '밤 11시 넘어 뛰는 소리, 싸우고 싶지 않음, 우리도 아이 키움',
        sender: '502호 김도윤',
        receiver: '602호',
        instructions: '부드럽게, 300자 안팎.',
        length: 300,
      },
      { includes: ['김도윤'] },
    ],
    [
      {
        ...friendly,
        topic: '조기축구회 겨울 일정 안내',
        strong_points: '1월 둘째 주까지 쉼, 18일부터 다시, 회비 2만 원',
        receiver: '회원들',
        instructions: '다시 시작하는 날 나올 수 있는지 답을 달라고 해 줘.',
      },
      { includes: ['18일', '2만'] },
    ],
  ]),
  ...entries('instagram-feed', 'ko', [
    [{ ...friendly, topic: '패딩 집에서 세탁하기', slide_count: 5 }],
    [{ ...friendly, topic: '도시락 반찬 다섯 가지', slide_count: 6 }],
    [{ ...formal, topic: '전세 계약 전에 확인할 것', slide_count: 5 }],
    [
      {
        ...friendly,
        topic: '동네 책방 겨울 낭독회',
        information: '12월 13일 저녁 7시, 참가비 5,000원 차 한 잔 포함, 열다섯 자리',
        slide_count: 4,
      },
      { includes: ['12월 13일', '5,000'] },
    ],
    [
      {
        ...friendly,
        topic: '처음 산에 가는 사람이 챙길 것',
        target: '등산 처음인 20대',
        slide_count: 5,
        instructions: '브랜드 이름은 빼고, 장마다 한 문장만.',
      },
    ],
  ]),
]
