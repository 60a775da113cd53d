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
        introduce: '새벽에 일어나는 건 자신 있습니다.',
        career: '고등학교 조리과, 우유 배달 1년 반, 헌혈 31번',
        duty: '제빵 생산직',
        questions: [question('입사 후 포부', 600)],
      },
    ],
    [
      {
        ...formal,
        introduce: '길 묻는 사람이 꼭 저한테 옵니다.',
        career: '사회복지학과 4학년, 편의점 야간 14개월, 수어 기초반 수료',
        duty: '지하철 역무원',
        questions: [
          question('우리 회사를 알게 된 계기와 지원동기', 500),
          question('규칙을 지키느라 곤란했던 일', 700),
        ],
      },
    ],
    [
      {
        ...formal,
        introduce: '고장 난 건 왜 고장 났는지 알아야 속이 시원해요.',
        career: '컴퓨터공학과 2학년까지 다님, PC방 매니저 2년, 휴대폰 액정 가는 거 혼자 배움',
        duty: '게임 테스터',
        questions: [question('성장 과정', 700)],
      },
    ],
    [
      {
        ...formal,
        introduce: '마흔여섯에 자격증을 처음 따 봤습니다.',
        career:
          '동네 미용실 17년, 올해 3월 요양보호사 합격, 쉬는 월요일에 경로당 가서 머리 잘라 드린 게 63번',
        duty: '요양보호사',
        questions: [
          question('이 일을 하려는 이유', 500),
          question('어르신을 대할 때 중요하게 여기는 것', 700),
        ],
        target: '읍내에 있는 작은 요양원',
        instructions:
          '경로당 63번 간 거 넣어 주세요. 나이 많다고 기죽은 느낌은 싫고 “사명감” 이런 말은 빼고요.',
      },
      { includes: ['63'], excludes: ['사명감'] },
    ],
    [
      {
        ...formal,
        introduce: '중학교까지 베트남에서 다녔습니다.',
        career: '무역학과, 영화 단역 다섯 번, 방학마다 하노이 벼룩시장에서 한국 양말 팔아서 모두 1,350켤레',
        duty: '해외 영업',
        questions: [question('가장 자랑할 만한 성과', 600), question('실패에서 배운 점', 800)],
        target: '수출 막 시작한 화장품 회사',
        instructions:
          '실패는 큰 사이즈만 잔뜩 떼 갔다가 옆자리 투이 아주머니가 여기 사람들 발부터 보라고 해서 작은 걸로 다시 가져간 얘기로. 성과에는 1,350켤레. “도전”은 다들 쓰니까 쓰지 말아요.',
      },
      { includes: ['1,350', '투이'], excludes: ['도전'] },
    ],
  ]),
  ...entries('email', 'ko', [
    [
      {
        ...formal,
        topic: '돌떡 주문되는지 물어보기',
        strong_points:
          '5월 23일 토요일 오전 10시까지, 백설기 40개랑 수수팥떡 3kg, 이름 스티커 되는지, 견과류는 빼야 함, 다 해서 얼마인지',
        receiver: '시장 안 떡집',
      },
    ],
    [
      {
        ...formal,
        topic: '주말농장 올해까지만 한다고',
        strong_points:
          '허리 수술해서 내년엔 못 함, 심어 둔 마늘은 옆 밭 아저씨가 맡기로, 삽이랑 물뿌리개는 두고 감, 4년 동안 잘 지음',
      },
    ],
    [
      {
        ...formal,
        topic: '과외 학생 어머니께 이번 달 어땠는지 알려 드리기',
        strong_points:
          '분수 나눗셈은 이제 혼자 함, 긴 문장 문제는 그림 안 그리면 막힘, 숙제 여덟 번 중 여섯 번, 다음 달 첫 목요일은 쉼',
      },
    ],
    [
      {
        ...formal,
        topic: '졸업식 날 학교 안에서 꽃 팔아도 되는지',
        strong_points:
          '2월 11일 9시부터 12시까지, 접이식 탁자 두 개, 꽃다발 15,000원부터, 쓰레기는 다 치우고 감, 1월 20일까지는 알아야 꽃을 떼 옴',
        sender: '들꽃집 문정식',
        receiver: '중학교 행정실장님',
        instructions: '교문 앞이 안 되면 주차장 쪽은 되는지도요. 450자 정도, “지역사회”는 빼 주세요.',
        length: 450,
      },
      { includes: ['2월 11일', '15,000', '주차장', '문정식'], excludes: ['지역사회'] },
    ],
    [
      {
        ...friendly,
        topic: '캐나다 간 친구한테 콩이가 새끼 낳았다고',
        strong_points:
          '8월 2일 새벽에 다섯 마리, 막내만 꼬리가 하얌, 아빠가 밤새 옆에 앉아 있었음, 겨울에 들어오면 보러 오라고',
        sender: '나래',
        receiver: '지호',
        instructions: '수다 떨듯이 써 줘. 막내 이름은 지호가 지어 달라고 하고 “기적” 같은 말은 하지 마.',
      },
      { includes: ['8월 2일', '콩이', '나래'], excludes: ['기적'] },
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
