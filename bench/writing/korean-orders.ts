import { entries, formal, friendly, question, type Order } from './order.ts'

export const koreanOrders: Order[] = [
  ...entries('article', 'ko', [
    [{ ...friendly, topic: '욕실 곰팡이 없애는 법' }],
    [{ ...friendly, topic: '초보 러너 한 달 계획' }],
    [{ ...formal, topic: '퇴직금 계산 방법' }],
    [
      {
        ...friendly,
        topic: '자취방 이사 전날과 당일 할 일',
        target: '처음 이사하는 대학생',
        instructions: '표로 정리해 주세요. 1,500자 정도.',
        length: 1_500,
      },
      { hasTable: true },
    ],
    [
      {
        ...friendly,
        topic: '동네 빵집 소금빵 비교',
        information: '가게 A 2,500원 버터 많음, 가게 B 3,000원 겉이 바삭, 가게 C 1,800원 작음',
        instructions: '없는 이야기는 쓰지 마세요.',
        place: 'naver',
      },
      { includes: ['2,500', '3,000', '1,800'] },
    ],
  ]),
  ...entries('document', 'ko', [
    [{ topic: '사내 동호회 지원금 확대 검토', purpose: '임원 보고' }],
    [{ topic: '온라인 교육 플랫폼 교체', purpose: '예산 승인 요청' }],
    [{ topic: '재고 실사 주기 변경', purpose: '팀장 결재' }],
    [
      {
        topic: '전시회 참가 결과 보고',
        purpose: '다음 해 참가 여부를 정하기 위해',
        information: '부스비 480만 원, 상담 63건, 견적 요청 14건, 계약 2건 1,900만 원',
        instructions: '비용 대비 효과를 표로 보여 주세요.',
      },
      { hasTable: true, includes: ['63', '14', '1,900'] },
    ],
    [
      {
        topic: '재택근무 보안 지침',
        purpose: '전 직원 공지',
        instructions: '2,000자 이내, 지켜야 할 것을 번호로.',
        length: 1_900,
      },
      { numbered: 5 },
    ],
  ]),
  ...entries('business-plan', 'ko', [
    [
      {
        name: '밤샘빨래',
        overview: '24시간 무인 코인 세탁소에 수선과 드라이클리닝 접수를 더한다',
        format: ['문제 인식', '실현 가능성', '성장 전략', '팀 구성'],
      },
    ],
    [
      {
        name: '흙내음',
        overview: '직장인 대상 주말 텃밭 분양과 원격 관리',
        format: ['사업 개요', '시장 분석', '수익 모델', '추진 일정'],
      },
    ],
    [
      {
        name: '책동무',
        overview: '초등학생 독서 모임 진행자를 동네에 연결하는 서비스',
        format: ['문제 인식', '실현 가능성', '성장 전략', '팀 구성'],
      },
    ],
    [
      {
        name: '리필로',
        overview: '사무실 세제와 커피를 통째로 되채워 주는 구독',
        format: ['문제', '해결책', '수익 모델'],
        information: '시범 고객 사무실 11곳, 월 구독료 9만 원, 해지 1곳',
        instructions: '첫해 손익을 표로.',
      },
      { hasTable: true, includes: ['11', '9만'] },
    ],
    [
      {
        name: '한복산책',
        overview: '궁 근처 한복 대여와 사진 촬영을 묶은 외국인 상품',
        format: ['고객', '경쟁', '마케팅'],
        instructions: '2,500자 정도.',
        length: 2_500,
      },
    ],
  ]),
  ...entries('cover-letter', 'ko', [
    [
      {
        ...formal,
        introduce: '침착합니다.',
        career: '카페 매니저 1년 6개월',
        duty: '호텔 객실 관리',
        questions: [question('지원 동기', 500)],
      },
    ],
    [
      {
        ...formal,
        introduce: '숫자에 강합니다.',
        career: '회계학 전공, 세무 동아리, 학과 조교 1년',
        duty: '은행 창구',
        questions: [question('지원 동기', 500), question('실수에서 배운 경험', 700)],
      },
    ],
    [
      {
        ...formal,
        introduce: '손으로 만드는 것을 좋아합니다.',
        career: '기계공학 전공, 자작 자동차 동아리 제동 담당',
        duty: '생산 기술',
        questions: [question('직무와 관련된 경험', 800)],
      },
    ],
    [
      {
        ...formal,
        introduce: '아이들을 좋아합니다.',
        career: '지역아동센터 봉사 1년, 유아교육과 졸업, 실습 4주',
        duty: '유치원 교사',
        questions: [question('지원 동기', 600), question('힘들었던 아이를 대한 경험', 900)],
        target: '공립 유치원',
        instructions: '“열정”이라는 말은 쓰지 마세요.',
      },
      { excludes: ['열정'] },
    ],
    [
      {
        ...formal,
        introduce: '말보다 듣는 편입니다.',
        career: '콜센터 8개월, 사회복지학 부전공',
        duty: '공공기관 민원 담당',
        questions: [question('민원인과의 갈등을 해결한 경험', 1_000)],
      },
    ],
  ]),
  ...entries('email', 'ko', [
    [
      {
        ...formal,
        topic: '납기 일주일 연기 부탁',
        strong_points: '부품 입고 지연',
        receiver: '거래처 담당자',
      },
    ],
    [{ ...formal, topic: '이전 동료에게 추천서 부탁', strong_points: '이직 준비 중, 2주 안에 필요' }],
    [{ ...formal, topic: '환불이 늦는 고객에게 사과', strong_points: '카드사 확인 때문에 3일 더 걸림' }],
    [
      {
        ...formal,
        topic: '교수님께 면담 요청',
        strong_points: '졸업 논문 주제, 화요일이나 목요일 오후',
        sender: '김민서',
        receiver: '박지훈 교수님',
        instructions: '다섯 문장 이내로.',
        length: 250,
      },
      { includes: ['화요일', '목요일', '김민서'] },
    ],
    [
      {
        ...friendly,
        topic: '층간 소음에 대해 윗집에 보내는 글',
        strong_points: '밤 11시 이후 발소리, 아기가 잠을 못 잠',
        receiver: '윗집',
      },
    ],
  ]),
  ...entries('instagram-feed', 'ko', [
    [{ ...friendly, topic: '사무실 책상 정리 5분', slide_count: 5 }],
    [{ ...friendly, topic: '봄나물 손질법', slide_count: 6 }],
    [{ ...formal, topic: '연말정산에서 자주 빠뜨리는 것', slide_count: 5 }],
    [
      {
        ...friendly,
        topic: '우리 꽃집 주말 수업',
        information: '토요일 오전 11시, 6명, 재료비 포함 4만 5천 원',
        slide_count: 4,
      },
      { includes: ['11시', '4만 5천'] },
    ],
    [{ ...friendly, topic: '강아지 산책 전 확인', slide_count: 5, instructions: '장마다 한 문장만.' }],
  ]),
]
