import { entries, formal, friendly, question, type Order } from './order.ts'

export const koreanOrders: Order[] = [
  ...entries('article', 'ko', [
    [
      {
        ...friendly,
        topic: '장마철에 빨래 냄새 안 나게 말리는 법',
        keywords: '장마철 빨래 냄새, 실내 건조, 제습기',
      },
    ],
    [{ ...formal, topic: '실업급여 처음 신청할 때 순서' }],
    [{ ...friendly, topic: '아이랑 첫 캠핑, 뭐부터 챙겨야 하나' }],
    [
      {
        ...friendly,
        topic: '고양이 두 마리 합사시키기',
        target: '둘째를 데려오려는 집사',
        instructions: '순서대로 번호 붙여서 일곱 단계로. 1,500자쯤.',
        length: 1_500,
      },
      { numbered: 7 },
    ],
    [
      {
        ...friendly,
        topic: '우리 동네 수영장 세 군데 다녀 본 후기',
        keywords: '동네 수영장 추천, 수영 강습 가격',
        information:
          '구민체육센터 월 52,000원 새벽반 있고 샤워실 좁음. 사거리 스포츠센터 월 98,000원 물 따뜻하고 주차 2시간. 대학교 수영장 월 70,000원 50미터 레인, 주말은 자유 수영만',
        instructions: '가격은 표로 정리해 주시고 제가 안 적은 건 빼 주세요.',
        place: 'naver',
      },
      { hasTable: true, includes: ['52,000', '98,000', '70,000'] },
    ],
  ]),
  ...entries('document', 'ko', [
    [{ topic: '회의실 예약 방식 변경', purpose: '팀장 회의 보고' }],
    [{ topic: '전화 상담을 채팅 상담으로 옮기는 안', purpose: '본부장 결재' }],
    [{ topic: '법인 차량 장기 렌트 전환', purpose: '내년 예산 심의 자료' }],
    [
      {
        topic: '신입 사원 멘토링 시범 운영 결과',
        purpose: '내년에도 계속할지 결정',
        information:
          '3월부터 8월까지, 신입 24명에 멘토 18명, 그동안 퇴사 1명 (작년 같은 기간 5명), 만족도 5점 만점에 4.3점, 멘토 절반은 시간이 모자란다고 함',
        instructions: '숫자는 표로 정리. 잘된 점만 쓰지 말 것.',
      },
      { hasTable: true, includes: ['24', '18', '4.3'] },
    ],
    [
      {
        topic: '음식물 쓰레기 카드 배출기 도입',
        purpose: '아파트 입주민 안내문',
        target: '어르신이 많은 단지',
        instructions: '쓰는 순서를 번호로, 쉬운 말로. 1,000자 안팎.',
        length: 1_000,
      },
      { numbered: 4 },
    ],
  ]),
  ...entries('business-plan', 'ko', [
    [
      {
        name: '다시입장',
        overview: '작아진 아이 옷을 받아서 손질한 다음 다시 파는 동네 가게',
        format: ['문제 인식', '실현 가능성', '성장 전략', '팀 구성'],
      },
    ],
    [
      {
        name: '두시간비서',
        overview: '사장님 대신 세금계산서나 리뷰 답글 같은 잔일을 하루 두 시간씩 처리해 주는 서비스',
        format: ['사업 개요', '목표 고객', '수익 모델', '추진 일정'],
      },
    ],
    [
      {
        name: '산골학교',
        overview: '폐교를 고쳐서 요리도 배우고 하룻밤 자고 가는 숙소',
        format: ['창업 동기', '시장 분석', '운영 계획', '자금 계획'],
      },
    ],
    [
      {
        name: '발자국유치원',
        overview: '출근길에 맡기고 퇴근길에 데려가는 강아지 유치원',
        format: ['사업 소개', '시장과 경쟁', '매출 계획'],
        information: '6월부터 임시 운영 중, 등록 14마리, 한 마리 월 38만 원, 직원 2명, 월세 165만 원',
        instructions: '월 손익은 표로 넣어 주세요. 지원금 얘기는 빼고요.',
      },
      { hasTable: true, includes: ['14마리', '38만', '165만'], excludes: ['지원금'] },
    ],
    [
      {
        name: '순자네장독',
        overview: '어머니가 담그시는 된장, 고추장을 온라인으로 팔고 싶음',
        format: ['제품 소개', '고객', '판매 전략'],
        instructions: '은행에 낼 거예요. 2,000자 정도로.',
        length: 2_000,
      },
    ],
  ]),
  ...entries('cover-letter', 'ko', [
    [
      {
        ...formal,
        introduce: '꼼꼼하다는 말을 자주 듣습니다.',
        career: '회계학과 졸업 예정, 편의점 야간 1년 반',
        duty: '경리',
        questions: [question('지원 동기', 500)],
      },
    ],
    [
      {
        ...formal,
        introduce: '처음 보는 사람하고도 금방 친해집니다.',
        career: '관광학과, 여행사 현장 실습 2개월, 게스트하우스 스태프 6개월',
        duty: '면세점 판매',
        questions: [question('성격의 장단점', 500), question('고객을 응대하며 배운 점', 700)],
      },
    ],
    [
      {
        ...formal,
        introduce: '지각한 적이 없고 몸 쓰는 일을 좋아합니다.',
        career: '전문대 기계설계과 졸업, 물류센터 7개월, 지게차운전기능사',
        duty: '자동차 부품 품질 관리',
        questions: [question('입사 후 포부', 600)],
      },
    ],
    [
      {
        ...formal,
        introduce: '환자분 이름부터 외웁니다.',
        career: '간호학과 졸업, 병원 실습 1,000시간, 헌혈의 집 봉사 1년',
        duty: '병동 간호사',
        questions: [question('지원 동기', 600), question('동료와 의견이 달랐던 경험', 800)],
        target: '시립병원',
        instructions: '“열정”, “최선” 같은 말은 빼 주세요.',
      },
      { excludes: ['열정', '최선'] },
    ],
    [
      {
        ...formal,
        introduce: '유행을 남들보다 조금 빨리 알아챕니다.',
        career: '경영학과, 학생회 홍보부 1년, 떡집 인스타그램 관리 8개월',
        duty: '마케팅',
        questions: [question('스스로 기획해서 해 본 일', 1_000)],
        instructions: '떡집에서 한 일 위주로.',
      },
      { includes: ['떡집'] },
    ],
  ]),
  ...entries('email', 'ko', [
    [
      {
        ...formal,
        topic: '아직 안 들어온 대금 문의',
        strong_points: '9월분 132만 원, 두 달째 입금 안 됨, 기분 상하지 않게',
        receiver: '거래처 대표님',
      },
    ],
    [
      {
        ...formal,
        topic: '면접 날짜 바꿔 달라는 메일',
        strong_points: '수술 예약과 겹침, 그 주 다른 날은 다 가능',
      },
    ],
    [
      {
        ...friendly,
        topic: '고등학교 동창 송년 모임 알림',
        strong_points: '12월 첫째 토요일 저녁, 회비 3만 원, 장소는 아직 못 정함',
      },
    ],
    [
      {
        ...formal,
        topic: '전세 계약 연장하고 싶다는 메일',
        strong_points: '2월 27일 만기, 2년 더 살고 싶음, 보일러가 자주 꺼짐',
        sender: '한지우',
        receiver: '집주인',
        instructions: '너무 딱딱하지 않게, 400자 안팎.',
        length: 400,
      },
      { includes: ['2월 27일', '한지우'] },
    ],
    [
      {
        ...friendly,
        topic: '어린이집 선생님께 감사 인사',
        strong_points: '낯을 많이 가렸는데 이제 웃으면서 등원함, 이사 때문에 이달까지만 다님',
        receiver: '담임 선생님',
        instructions: '아이 이름은 서율이에요.',
      },
      { includes: ['서율'] },
    ],
  ]),
  ...entries('instagram-feed', 'ko', [
    [{ ...friendly, topic: '에어프라이어 기름때 청소', slide_count: 5 }],
    [{ ...friendly, topic: '자취생 김치볶음밥', slide_count: 6 }],
    [{ ...formal, topic: '독감 예방접종 전에 알아 둘 것', slide_count: 5 }],
    [
      {
        ...friendly,
        topic: '우리 필라테스 센터 오픈 소식',
        information: '1월 4일 오픈, 체험 수업 1회 15,000원, 선착순 10명, 건물 지하 주차',
        slide_count: 4,
      },
      { includes: ['1월 4일', '15,000'] },
    ],
    [
      {
        ...friendly,
        topic: '첫 월급 관리',
        target: '사회 초년생',
        slide_count: 5,
        instructions: '투자 얘기는 빼고, 장마다 두 줄까지만.',
      },
      { excludes: ['투자'] },
    ],
  ]),
]
