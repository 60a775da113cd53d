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
    [{ ...friendly, topic: '오래된 아파트 베란다 곰팡이 없애기' }],
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
        topic: '중고 피아노 사서 집에 들이기까지 든 돈',
        keywords: '중고 피아노 가격, 피아노 운반비, 피아노 조율',
        information:
          '1998년식 업라이트 95만 원, 사다리차까지 운반 18만 원, 조율 두 번 16만 원, 의자는 덤. 아파트라 저녁 8시 넘으면 안 침',
        instructions: '든 돈은 합계까지 표로. 1,500자쯤, 레슨 얘기는 빼 주세요.',
        length: 1_500,
        place: 'naver',
      },
      { hasTable: true, includes: ['95만', '18만', '16만', '129만'], excludes: ['레슨'] },
    ],
  ]),
  ...entries('document', 'ko', [
    [{ topic: '재택근무 주 2일로 늘리는 안', purpose: '임원 회의 보고' }],
    [{ topic: '학교 급식실 잔반 줄이기', purpose: '교직원 회의 자료' }],
    [{ topic: '창고 재고가 장부와 안 맞는 문제', purpose: '대표님 보고' }],
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
        topic: '등교 시간 마을버스 늘려 달라는 건의',
        purpose: '구청에 내려고',
        target: '구청 교통과 담당자',
        information:
          '아침 8시대 배차 간격 20분, 3월 한 주 세어 보니 못 타고 보낸 아이 하루 평균 14명, 학부모 187명 서명',
        instructions: '요구는 번호로 세 가지, 탓하는 말투 없이 1,200자 안팎.',
        length: 1_200,
      },
      { numbered: 3, includes: ['20분', '14명', '187명'] },
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
        name: '빈집살림',
        overview: '시골 빈집을 빌려 고쳐서 한 달 살기 숙소로 내놓기',
        format: ['사업 배경', '고객 분석', '수익 구조', '위험 요인'],
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
        name: '두번째교복',
        overview: '졸업생 교복을 사들여 세탁하고 수선해서 파는 가게',
        format: ['사업 내용', '고객과 시장', '손익', '일 년 일정'],
        information:
          '중고등학교 네 곳과 얘기됨, 한 벌 45,000원, 세탁 수선 12,000원, 사들이는 값 10,000원, 혼자 시작, 1~3월에 몰림',
        instructions: '한 벌 팔면 남는 돈을 표로. 신협 대출 담당자가 봅니다. 기부 얘기는 빼고 2,000자 정도.',
        length: 2_000,
      },
      { hasTable: true, includes: ['45,000', '12,000', '23,000'], excludes: ['기부'] },
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
        introduce: '손이 느린 대신 두 번 확인합니다.',
        career: '보건행정과 졸업, 동네 치과 접수 1년, 병원행정사',
        duty: '병원 원무',
        questions: [question('성격의 장단점', 700)],
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
        introduce: '어릴 때 버스 노선을 다 외웠습니다.',
        career: '물류학과, 택배 분류 야간 아르바이트 1년 반, 지게차운전기능사',
        duty: '물류센터 입출고 관리',
        questions: [question('입사 후 계획', 600), question('동료와 의견이 달랐던 일', 800)],
        target: '식품 물류 회사',
        instructions: '지게차 자격증은 꼭 넣고 “성실”이라는 말은 빼 주세요.',
      },
      { includes: ['지게차'], excludes: ['성실'] },
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
        ...formal,
        topic: '미술 학원 그만 다니겠다는 말씀',
        strong_points: '이번 달까지만, 아이가 태권도를 하고 싶어 함, 2년 동안 감사했음',
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
        topic: '할머니 팔순 잔치 비용 나누기',
        strong_points: '10월 24일 점심, 한 집에 15만 원, 식당은 예약해 둠, 선물은 따로 안 함',
        sender: '민석',
        receiver: '사촌들',
        instructions: '돈 얘기가 불편하지 않게 짧게. 계좌 얘기는 넣지 마.',
      },
      { includes: ['10월 24일', '15만', '민석'], excludes: ['계좌'] },
    ],
  ]),
  ...entries('instagram-feed', 'ko', [
    [{ ...friendly, topic: '패딩 집에서 세탁하기', slide_count: 5 }],
    [{ ...friendly, topic: '도시락 반찬 다섯 가지', slide_count: 6 }],
    [{ ...formal, topic: '건강검진 전날 조심할 것', slide_count: 5 }],
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
        topic: '고양이 데려온 첫 주',
        target: '자취하는 대학생',
        information: '모래 15,000원, 화장실 22,000원, 이동장 35,000원. 첫날은 숨어서 안 나옴',
        slide_count: 6,
        instructions: '겁주는 말 없이, 마지막 장은 준비물 값.',
      },
      { includes: ['15,000', '22,000', '35,000'] },
    ],
  ]),
]
