import { entries, formal, friendly, question, type Order } from './order.ts'

export const koreanOrders: Order[] = [
  ...entries('article', 'ko', [
    [
      {
        ...friendly,
        topic: '민물낚시 처음 가는데 뭐 챙겨야 되는지',
        keywords: '민물낚시 초보, 붕어낚시 채비, 낚시 준비물',
      },
    ],
    [{ ...formal, topic: '자동차 사고가 났을 때 현장에서 할 일' }],
    [{ ...friendly, topic: '오래된 아파트 베란다 곰팡이 없애기' }],
    [
      {
        ...friendly,
        topic: '무릎 안 좋아도 동네 뒷산 다니는 요령',
        target: '산에 안 다녀 본 60대',
        information: '뒷산 높이 230m, 왕복 두 시간, 일주일에 세 번씩 반년째, 스틱 두 개 씀',
        instructions: '요령은 1번부터 6번까지. 영양제 얘기는 하지 말고 1,300자 정도로.',
        length: 1_300,
      },
      { numbered: 6, includes: ['230'], excludes: ['영양제'] },
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
    [{ topic: '주유소 알바가 자꾸 그만두는 이유', purpose: '사장님께 드리려고' }],
    [{ topic: '학교 급식실 잔반 줄이기', purpose: '교직원 회의 자료' }],
    [{ topic: '창고 재고가 장부와 안 맞는 문제', purpose: '대표님 보고' }],
    [
      {
        topic: '표고 하우스 난방 기름에서 전기로 바꾼 거 비교',
        purpose: '작목반 모임에서 나눠 줄 것',
        information:
          '11월~2월 기름값 640만 원 들던 게 전기료 410만 원, 설치비 1,150만 원에서 절반은 군 보조, 수확은 820kg에서 865kg, 1월에 정전돼서 이틀 고생함',
        instructions: '바꾸기 전하고 후를 표로. 정전된 것도 쓰고 태양광 얘기는 하지 마세요.',
      },
      { hasTable: true, includes: ['640', '410', '865', '정전'], excludes: ['태양광'] },
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
        name: '장날트럭',
        overview: '차 없는 산골 마을 돌면서 생필품 파는 트럭 가게',
        format: ['하려는 이유', '파는 물건과 손님', '돈 계획', '준비 순서'],
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
        name: '오후네시탁구장',
        overview: '상가 2층에 여는 작은 탁구장',
        format: ['어떤 곳인지', '오는 손님', '드는 돈과 버는 돈', '걱정되는 점'],
        information:
          '탁구대 6대 780만 원, 보증금 2,000만 원에 월세 130만 원, 월 회비 7만 원, 회원 45명이 목표, 남편이랑 둘이 함',
        instructions: '처음 드는 돈이랑 매달 들어오는 돈은 표로 해 주시고 대회 얘기는 필요 없어요.',
      },
      { hasTable: true, includes: ['780만', '130만', '45명'], excludes: ['대회'] },
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
        introduce: '좁은 데 주차하는 걸 좋아합니다.',
        career: '지게차 자격증 작년 10월, 이삿짐 일 2년, 군대에서 운전병',
        duty: '물류센터 지게차 기사',
        questions: [question('지원 동기와 본인의 강점', 600)],
      },
    ],
    [
      {
        ...formal,
        introduce: '어릴 때 물에 빠진 적이 있어서 수영을 배웠습니다.',
        career: '체육학과 3학년 휴학 중, 키즈카페 알바 10개월, 인명구조 자격증',
        duty: '수영장 안전요원',
        questions: [question('안전요원에 지원한 이유', 500), question('다른 사람과 의견이 달랐던 경험', 700)],
      },
    ],
    [
      {
        ...formal,
        introduce: '버스에서 남 얘기 듣다가 내릴 데를 자주 놓쳐요.',
        career: '국문과 졸업, 전화 설문조사 1년 8개월, 라디오에 사연 보내서 여섯 번 뽑힘',
        duty: '방송국 막내 작가',
        questions: [question('자신을 소개해 주세요', 700)],
      },
    ],
    [
      {
        ...formal,
        introduce: '서른아홉이고 키가 커서 천장이 편합니다.',
        career: '학습지 방문교사 12년, 도배 학원 넉 달, 올해 처가랑 친구네까지 혼자 바른 방이 9칸',
        duty: '도배 초보 기공',
        questions: [
          question('직업을 바꾸려는 이유', 500),
          question('일하면서 실수했을 때 어떻게 하는지', 700),
        ],
        target: '다섯 명이 다니는 도배 팀',
        instructions:
          '방 9칸 바른 거 꼭 써 주시고, 실수는 처가 작은방 무늬를 거꾸로 붙여서 다음 날 다 뜯고 다시 한 거요. “열정”은 안 썼으면 합니다.',
      },
      { includes: ['9칸', '무늬'], excludes: ['열정'] },
    ],
    [
      {
        ...formal,
        introduce: '목장집 막내라 똥 치우는 건 일도 아니에요.',
        career: '동물자원학과, 방학 때 염소 목장에서 젖병 물린 새끼가 28마리, 카페 알바 1년, 통기타 동아리',
        duty: '동물원 사육사',
        questions: [question('직무와 관련된 경험', 600), question('힘들었던 일과 이겨 낸 과정', 800)],
        target: '시에서 하는 작은 동물원',
        instructions:
          '힘들었던 건 점박이라는 새끼 염소가 젖병을 안 물어서 사흘 밤 손가락에 묻혀 먹였는데, 알고 보니 꼭지가 너무 딱딱했던 거. 관련 경험에는 28마리. “사랑”이란 말은 빼고 기타 얘기도 됐어요.',
      },
      { includes: ['28마리', '점박이'], excludes: ['사랑', '기타'] },
    ],
  ]),
  ...entries('email', 'ko', [
    [
      {
        ...formal,
        topic: '민박 방 있는지 물어보기',
        strong_points:
          '7월 24일부터 2박, 어른 넷에 아기 하나, 1층 방이면 좋겠음, 마당에서 고기 구워도 되는지, 계약금은 얼마인지',
        receiver: '바닷가 민박집',
      },
    ],
    [
      {
        ...formal,
        topic: '아들 땅콩 알레르기 담임 선생님께 알리기',
        strong_points:
          '2학년 3반 이도윤, 과자에 조금 든 것도 안 됨, 약은 가방 앞주머니에, 두드러기 나면 바로 전화 주시라고, 진단서는 월요일에 보냄',
      },
    ],
    [
      {
        ...formal,
        topic: '인터넷에서 산 책상 다리 하나가 짧음',
        strong_points:
          '4월 9일에 받음, 1.5cm쯤 짧아서 흔들림, 사진 세 장 첨부, 반품은 말고 다리만 새로 받고 싶음',
      },
    ],
    [
      {
        ...formal,
        topic: '만화 동아리에 와서 이야기해 주실 수 있는지',
        strong_points:
          '12월 4일 금요일 오후 3시부터 한 시간, 고등학생 17명, 드릴 수 있는 돈은 20만 원, 11월 13일까지 답을 주시면 좋겠음',
        sender: '만화 동아리 담당 교사 백승희',
        receiver: '만화가 오름 작가님',
        instructions: '학교까지 오기 힘드시면 화상으로도 괜찮다고요. 450자쯤으로, “영광”은 쓰지 마세요.',
        length: 450,
      },
      { includes: ['12월 4일', '17명', '화상', '백승희'], excludes: ['영광'] },
    ],
    [
      {
        ...friendly,
        topic: '군대 간 동생한테 네 방 할머니가 쓰신다고',
        strong_points:
          '6월 14일에 올라오심, 침대는 싫다고 바닥에서 주무심, 게임기는 내가 상자에 넣어 둠, 휴가 오면 거실에서 자야 됨',
        sender: '누나 은솔',
        receiver: '은재',
        instructions:
          '약 올리듯이 써 줘. 할머니가 밤마다 은재 언제 오냐고 물으신다는 것도 넣고 “힘내” 이런 건 빼.',
      },
      { includes: ['6월 14일', '게임기', '은솔'], excludes: ['힘내'] },
    ],
  ]),
  ...entries('instagram-feed', 'ko', [
    [{ ...friendly, topic: '악필인 사람 손글씨 연습법', slide_count: 5 }],
    [{ ...friendly, topic: '도시락 반찬 다섯 가지', slide_count: 6 }],
    [{ ...formal, topic: '건강검진 전날 조심할 것', slide_count: 5 }],
    [
      {
        ...friendly,
        topic: '아빠 이발소 30년 됐어요',
        information:
          '1996년에 시작, 그때 이발비 5,000원 지금은 12,000원, 의자 두 개는 그때 거 그대로, 토요일에 손님들 떡 드림',
        slide_count: 4,
        instructions: '광고 티 안 나게. “추억”이라는 말은 빼 줘.',
      },
      { includes: ['1996', '12,000'], excludes: ['추억'] },
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
