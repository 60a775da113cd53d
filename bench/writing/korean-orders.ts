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
        introduce: '기계 소리만 들어도 이상한 데를 잘 찾는 편입니다.',
        career: '공고 자동화과 졸업, 아파트 기계실 보조 10개월, 승강기기능사',
        duty: '승강기 유지보수',
        questions: [question('성장 과정', 600)],
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
        introduce: '아이 둘 키우느라 9년 쉬었습니다.',
        career: '여행사 발권 4년, 그 뒤로 쉼, 올해 전산회계 1급',
        duty: '세무사 사무실 경리',
        questions: [question('쉬는 동안 한 일', 500), question('일할 때 중요하게 여기는 것', 700)],
        target: '직원 여섯 명인 세무사 사무실',
        instructions: '9년 쉰 건 숨기지 말고요. “경력단절”이란 말은 싫어요.',
      },
      { includes: ['9년'], excludes: ['경력단절', '경력 단절'] },
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
        topic: '국숫집 전기요금 갑자기 두 배 나온 거',
        strong_points:
          '지난달 31만 원 이번 달 64만 원, 새로 들인 기계 없음, 계량기 한번 봐 줬으면, 월요일 휴무',
        receiver: '한전 지사 요금 담당자',
      },
    ],
    [
      {
        ...formal,
        topic: '고추 모종 시든 거 다시 보내 달라고',
        strong_points: '300포기 중에 80포기쯤 시듦, 그제 받음, 사진 찍어 놨음, 다음 주엔 심어야 됨',
      },
    ],
    [
      {
        ...formal,
        topic: '번역료 아직 안 들어왔다는 말',
        strong_points: '9월에 넘긴 밥솥 설명서, 지난달 말에 준다고 했음, 앞으로도 일은 같이 하고 싶음',
      },
    ],
    [
      {
        ...formal,
        topic: '원목 식탁 견적 보내기',
        strong_points:
          '참나무 1,800짜리 식탁 142만 원, 의자는 개당 19만 원, 만드는 데 5주, 옹이 좀 있는 나무라 싫으면 미리 말해 달라',
        sender: '나무결공방 박종수',
        receiver: '어제 공방 왔다 가신 부부',
        instructions: '사라고 조르는 느낌 안 나게 400자 정도. “명품” 이런 말은 쓰지 말아 주세요.',
        length: 400,
      },
      { includes: ['142만', '19만', '5주', '옹이', '박종수'], excludes: ['명품'] },
    ],
    [
      {
        ...friendly,
        topic: '밴쿠버 사는 친구네 놀러 간다고',
        strong_points:
          '6월 2일 밤 도착, 아흐레 있다 옴, 고추장 3kg 들고 감, 소파에서 자도 됨, 마중은 안 나와도 됨',
        sender: '은정',
        receiver: '혜숙이',
        instructions: '신난 거 티 나게 짧게 써 줘. 비행기표 얘기는 빼고.',
      },
      { includes: ['6월 2일', '3kg', '은정'], excludes: ['비행기표', '항공권'] },
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
