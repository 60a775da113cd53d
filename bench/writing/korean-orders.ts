import { entries, formal, friendly, question, type Order } from './order.ts'

export const koreanOrders: Order[] = [
  ...entries('article', 'ko', [
    [{ ...friendly, topic: '베란다에서 방울토마토 키우기' }],
    [{ ...formal, topic: '전입신고와 확정일자, 무엇이 다른가' }],
    [{ ...friendly, topic: '혼자 떠나는 강릉 1박 2일' }],
    [
      {
        ...friendly,
        topic: '재택근무하면서 허리 덜 아프게 앉는 법',
        target: '하루 여덟 시간 앉아 있는 직장인',
        instructions: '번호를 붙여 여섯 가지로. 1,200자 정도.',
        length: 1_200,
      },
      { numbered: 6 },
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
    [{ topic: '점심시간을 30분 늘리는 방안', purpose: '노사 협의회 안건' }],
    [{ topic: '창고 조명 교체', purpose: '예산 승인 요청' }],
    [{ topic: '신규 거래처 결제 조건 강화', purpose: '대표 결재' }],
    [
      {
        topic: '봄 세미나 결과 보고',
        purpose: '가을에 다시 열지 정하기 위해',
        information: '신청 96명, 참석 71명, 비용 310만 원, 만족 응답 58건 가운데 49건, 상담 신청 12건',
        instructions: '숫자를 표로.',
      },
      { hasTable: true, includes: ['96', '71', '310'] },
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
        name: '새벽우체통',
        overview: '1인 가게의 새벽 택배 발송을 대신해 주는 동네 거점',
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
        introduce: '기록하는 습관이 있습니다.',
        career: '동물병원 접수 1년',
        duty: '보험 심사',
        questions: [question('지원 동기', 500)],
      },
    ],
    [
      {
        ...formal,
        introduce: '설명을 쉽게 합니다.',
        career: '수학교육과 졸업, 학원 보조 강사 1년, 교생 실습 4주',
        duty: '교육 회사 콘텐츠 기획',
        questions: [question('지원 동기', 500), question('어려운 것을 쉽게 풀어낸 경험', 700)],
      },
    ],
    [
      {
        ...formal,
        introduce: '고장 난 것을 그냥 두지 못합니다.',
        career: '전자과 졸업, 아파트 시설 관리 보조 9개월',
        duty: '설비 보전',
        questions: [question('직무와 관련된 경험', 800)],
      },
    ],
    [
      {
        ...formal,
        introduce: '어르신과 잘 지냅니다.',
        career: '요양원 봉사 2년, 사회복지학과 졸업, 실습 160시간',
        duty: '복지관 사회복지사',
        questions: [question('지원 동기', 600), question('힘들었던 대상자를 대한 경험', 900)],
        target: '구립 노인복지관',
        instructions: '“사명감”이라는 말은 쓰지 마세요.',
      },
      { excludes: ['사명감'] },
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
        topic: '견적서 수정 요청',
        strong_points: '수량을 200개에서 150개로, 금요일까지',
        receiver: '납품 업체 담당자',
      },
    ],
    [
      {
        ...formal,
        topic: '인턴 합격 후 입사 취소',
        strong_points: '학업을 계속하기로 함, 첫 출근 일주일 전',
      },
    ],
    [
      {
        ...formal,
        topic: '예약 누락에 대한 사과',
        strong_points: '다음 방문 때 우선 예약, 식사 한 접시 제공',
      },
    ],
    [
      {
        ...formal,
        topic: '지도 교수님께 추천서 부탁',
        strong_points: '대학원 지원, 마감 12월 18일, 성적표와 이력서 첨부',
        sender: '이서현',
        receiver: '정민수 교수님',
        instructions: '여섯 문장 이내로.',
        length: 300,
      },
      { includes: ['12월 18일', '이서현'] },
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
    [{ ...friendly, topic: '운동화 끈 오래 깨끗하게', slide_count: 5 }],
    [{ ...friendly, topic: '집에서 만드는 수정과', slide_count: 6 }],
    [{ ...formal, topic: '이사 후 30일 안에 할 행정 처리', slide_count: 5 }],
    [
      {
        ...friendly,
        topic: '우리 공방 가죽 지갑 수업',
        information: '일요일 오후 2시, 5명, 재료비 포함 7만 원, 3시간',
        slide_count: 4,
      },
      { includes: ['2시', '7만'] },
    ],
    [{ ...friendly, topic: '강아지 산책 전 확인', slide_count: 5, instructions: '장마다 한 문장만.' }],
  ]),
]
