// The demo writer's sentences in every output language. They are true of any subject; all details come from the
// member's input.
import type { OutputLanguage } from '#shared/tools.ts'

/** `{topic}` and `{target}` are placeholders; `{topic|은/는}` adds the Korean particle that fits. */
export type DemoPhrases = {
  /** Headings: opening, facts, steps, reader, ending. */
  headings: {
    opening: string
    facts: string
    questions: string
    steps: string
    reader: string
    pitfalls: string
    ending: string
  }
  titles: [string, string, string, string, string]
  opening: string[]
  factsLead: string
  file: string
  factsEnd: string
  questionsLead: string
  questions: string[]
  stepsLead: string
  steps: string[]
  reader: string[]
  pitfalls: string[]
  ending: string[]
  tags: string[]
}
/** A language with one text for both tones, apart from its ending. */
export type PlainPhrases = {
  headings: [
    opening: string,
    facts: string,
    questions: string,
    steps: string,
    reader: string,
    pitfalls: string,
    ending: string,
  ]
  titles: DemoPhrases['titles']
  opening: string
  facts: [lead: string, file: string, end: string]
  questions: [lead: string, ...string[]]
  steps: [lead: string, ...string[]]
  reader: string
  pitfalls: string
  ending: { formal: string; informal: string }
  tags: string[]
}

type ByTone = { formal: DemoPhrases; informal: DemoPhrases }

const korean: ByTone = {
  formal: {
    headings: {
      opening: '{topic|을/를} 다시 보는 이유',
      facts: '자료에서 확인한 내용',
      questions: '먼저 확인할 질문',
      steps: '차근차근 정리하는 순서',
      reader: '{target|을/를} 위한 관점',
      pitfalls: '놓치기 쉬운 부분',
      ending: '마치며',
    },
    titles: [
      '{topic|을/를} 시작하기 전에 알아 둘 것',
      '{topic}, 무엇부터 살펴볼 것인가',
      '처음 만나는 {topic} 안내서',
      '{topic|을/를} 이해하는 다섯 가지 단계',
      '{topic|을/를} 오래 이어 가는 방법',
    ],
    opening: [
      '{topic|은/는} 한 번에 다 파악하기 어려운 주제입니다. 알고 있는 것과 모르는 것이 섞여 있고, 사람마다 중요하게 여기는 지점도 다릅니다. 그래서 처음에는 넓게 훑기보다 기준을 하나 정하고 그 기준에서 출발하는 편이 좋습니다.',
      '이 글은 {topic|을/를} 차분히 들여다보는 데 필요한 순서를 정리합니다. 결론을 먼저 내리지 않고, 주어진 자료에서 확인할 수 있는 것부터 하나씩 짚어 보겠습니다.',
    ],
    factsLead: '함께 주신 자료에서 눈여겨볼 내용은 다음과 같습니다.',
    file: '첨부하신 파일 “{file}”도 이 글의 자료로 받았습니다.',
    factsEnd:
      '위 내용은 서로 떨어진 사실처럼 보이지만, 나란히 놓고 읽으면 {topic|을/를} 바라보는 기준이 됩니다. 앞으로 새로운 정보를 만날 때도 이 기준에 비추어 무엇이 달라졌는지 살펴보시기 바랍니다.',
    questionsLead: '아직 구체적인 자료가 없다면 다음 질문에 답해 보는 것으로 충분합니다.',
    questions: [
      '{topic|을/를} 통해 얻고 싶은 것은 무엇입니까?',
      '지금 이미 알고 있는 것과 확인이 필요한 것은 각각 무엇입니까?',
      '누가 이 글을 읽고, 읽은 뒤에 무엇을 하게 됩니까?',
    ],
    stepsLead: '정리할 내용이 모였다면 순서를 정할 차례입니다.',
    steps: [
      '가장 중요한 내용 한 가지를 한 문장으로 적습니다.',
      '그 문장을 뒷받침하는 자료를 확인하고, 출처를 함께 남깁니다.',
      '빠진 부분이 무엇인지 살펴 필요한 만큼만 보탭니다.',
      '처음 읽는 사람의 눈으로 다시 읽으며 어려운 표현을 바꿉니다.',
    ],
    reader: [
      '읽는 사람이 {target}이라면 설명의 순서가 달라집니다. 익숙한 장면에서 시작하여 낯선 개념으로 옮겨 가고, 한 문단에는 한 가지 이야기만 담는 것이 좋습니다.',
      '또한 {target}에게 당장 필요한 것과 나중에 알아도 되는 것을 나누어 보십시오. 순서만 바로잡아도 글이 훨씬 쉽게 읽힙니다.',
    ],
    pitfalls: [
      '서두르다 보면 확인하지 않은 내용을 사실처럼 적기 쉽습니다. 숫자와 날짜, 이름은 반드시 원래 자료에서 다시 확인해야 합니다.',
      '모든 것을 담으려는 마음도 글을 어렵게 만듭니다. 덜어 낼수록 {topic}의 핵심이 또렷해집니다.',
    ],
    ending: [
      '{topic|은/는} 한 편의 글로 끝나지 않습니다. 오늘 정리한 기준을 바탕으로 조금씩 살을 붙여 나가면, 어느새 자신만의 관점이 생깁니다.',
      '여기서 다룬 순서가 그 첫걸음에 도움이 되기를 바랍니다.',
    ],
    tags: ['글쓰기', '정리', '안내', '시작하기'],
  },
  informal: {
    headings: {
      opening: '{topic}, 왜 지금일까요?',
      facts: '자료에서 찾은 이야기',
      questions: '먼저 물어볼 것들',
      steps: '하나씩 해 보는 순서',
      reader: '{target|을/를} 위해',
      pitfalls: '여기서 많이 헤매요',
      ending: '오늘은 여기까지',
    },
    titles: [
      '{topic}, 어디서부터 시작할까요?',
      '{topic}, 이 순서면 충분해요',
      '처음이라면 읽어 두세요, {topic}',
      '{topic} 이야기, 천천히 풀어 볼게요',
      '{topic|을/를} 내 것으로 만드는 방법',
    ],
    opening: [
      '{topic} 이야기를 꺼내면 다들 한마디씩 해요. 그런데 막상 처음부터 설명해 보라고 하면 말문이 막히죠. 아는 것과 안다고 생각한 것이 섞여 있어서 그래요.',
      '그래서 오늘은 {topic|을/를} 처음 보는 마음으로 다시 살펴보려고 해요. 거창한 결론보다는, 손에 잡히는 것부터 하나씩 볼게요.',
    ],
    factsLead: '받은 자료를 읽다가 이 부분에 밑줄을 그었어요.',
    file: '함께 올려 주신 “{file}” 파일도 자료로 잘 받았어요.',
    factsEnd:
      '따로 볼 때는 그냥 지나쳤던 내용인데, 나란히 놓으니 {topic|이/가} 조금 더 또렷하게 보여요. 새로운 소식을 만나도 여기에 비춰 보면 무엇이 달라졌는지 금방 알 수 있어요.',
    questionsLead: '아직 자료가 없어도 괜찮아요. 이 질문에 먼저 답해 보세요.',
    questions: [
      '{topic|으로/로} 무엇을 얻고 싶나요?',
      '이미 아는 것과 아직 모르는 것은 뭐예요?',
      '이 글을 읽은 사람이 무엇을 해 보면 좋을까요?',
    ],
    stepsLead: '이제 순서를 정해 볼까요? 이대로 따라 하면 돼요.',
    steps: [
      '제일 하고 싶은 말을 한 문장으로 적어요.',
      '그 말을 뒷받침할 자료를 찾아 옆에 붙여 둬요.',
      '빠진 게 있는지 보고 꼭 필요한 것만 더해요.',
      '소리 내어 읽으면서 걸리는 문장을 고쳐요.',
    ],
    reader: [
      '{target}에게 들려준다고 생각해 보세요. 익숙한 장면에서 시작하면 낯선 이야기도 훨씬 편하게 따라와요.',
      '{target}에게 지금 필요한 것만 먼저 말해 줘도 충분해요. 나머지는 다음 글에서 이어 가면 되니까요.',
    ],
    pitfalls: [
      '급하게 쓰다 보면 확인하지 않은 내용을 사실처럼 적게 돼요. 숫자, 날짜, 이름은 꼭 원래 자료를 다시 보세요.',
      '다 담으려는 욕심도 조심해야 해요. 덜어 낼수록 {topic|이/가} 더 잘 보이거든요.',
    ],
    ending: [
      '{topic|은/는} 한 번에 끝나는 이야기가 아니에요. 오늘 정리한 만큼만 가져가도 다음번에는 훨씬 수월할 거예요.',
      '읽고 나서 떠오른 생각이 있다면 한 줄이라도 꼭 적어 두세요. 거기서부터 다음 글이 시작돼요.',
    ],
    tags: ['글쓰기', '기록', '처음시작', '이야기'],
  },
}

const english: ByTone = {
  formal: {
    headings: {
      opening: 'A closer look at {topic}',
      facts: 'What the material shows',
      questions: 'Questions to settle first',
      steps: 'A sensible order of work',
      reader: 'Writing for {target}',
      pitfalls: 'What is easily overlooked',
      ending: 'Conclusion',
    },
    titles: [
      'What to Know Before You Start: {topic}',
      '{topic}: Where to Begin',
      'A Practical Introduction to {topic}',
      'Understanding {topic}, Step by Step',
      '{topic}: An Approach That Lasts',
    ],
    opening: [
      'Some subjects resist a quick summary, and {topic} is one of them. What is known sits beside what is merely assumed, and readers come to it with different priorities. It is therefore better to choose one clear question and to start from there.',
      'This article sets out an order in which {topic} can be examined calmly. It does not begin with conclusions. It begins with what the available material supports, and moves forward one point at a time.',
    ],
    factsLead: 'The material provided contains several points that deserve attention.',
    file: 'The attached file, “{file}”, was received as material for this article.',
    factsEnd:
      'Taken separately, these points may look unrelated. Read side by side, they form a standard against which {topic} can be judged. When new information arrives, return to them and ask what has actually changed.',
    questionsLead: 'Where no specific material is at hand, it is enough to answer the following questions.',
    questions: [
      'What should {topic} achieve, and for whom?',
      'What is already known, and what still has to be verified?',
      'What should a reader be able to do after reading?',
    ],
    stepsLead: 'Once the material has been gathered, the remaining work is mostly a matter of order.',
    steps: [
      'State the single most important point in one sentence.',
      'Verify the evidence for that sentence and record its source.',
      'Identify what is missing, and add only what is needed.',
      'Read the text as a newcomer would, and replace whatever is difficult.',
    ],
    reader: [
      'If the reader is {target}, the order of explanation changes. Begin with a familiar situation, move towards the unfamiliar idea, and keep each paragraph to a single thought.',
      'It also helps to separate what {target} needs now from what can wait. Correct order alone makes a text considerably easier to follow.',
    ],
    pitfalls: [
      'In haste, unverified statements are easily presented as facts. Figures, dates and names should always be checked against the original source.',
      'The wish to include everything is another common cause of difficulty. The essence of {topic} becomes clearer as the inessential is removed.',
    ],
    ending: [
      'No single article can exhaust {topic}. A clear standard, however, makes every further step easier, and a considered point of view develops from it over time.',
      'The order described here is intended as a dependable first step.',
    ],
    tags: ['writing', 'guide', 'getting started', 'overview'],
  },
  informal: {
    headings: {
      opening: 'So, why {topic}?',
      facts: "What's in the notes",
      questions: 'Ask yourself this first',
      steps: 'One thing at a time',
      reader: 'If you’re writing for {target}',
      pitfalls: 'Where people get stuck',
      ending: "That's it for today",
    },
    titles: [
      '{topic}: Where Do You Even Start?',
      'Let’s Talk About {topic}',
      'New to {topic}? Read This First',
      '{topic}, Without the Fuss',
      'How to Make {topic} Your Own',
    ],
    opening: [
      "Mention {topic} and everyone has something to say. Ask them to explain it from the beginning, though, and things go quiet. That's because what we know and what we only think we know tend to blur together.",
      "So let's look at {topic} as if for the first time. No grand conclusions, just the things you can actually put your hands on, one after another.",
    ],
    factsLead: 'Reading through the notes, these are the lines worth underlining.',
    file: 'The file you added, “{file}”, came through as material too.',
    factsEnd:
      "On their own they're easy to skim past. Side by side, they make {topic} a good deal clearer. Next time something new turns up, hold it against this list and you'll see what has really changed.",
    questionsLead: "No notes yet? That's fine. Try answering these first.",
    questions: [
      'What do you want to get out of {topic}?',
      "What do you already know, and what haven't you checked yet?",
      'What should someone do after reading this?',
    ],
    stepsLead: "Ready to put it in order? Here's a way that works.",
    steps: [
      'Write the one thing you want to say in a single sentence.',
      'Find what backs it up and keep the source next to it.',
      "Look for what's missing, and add only what you need.",
      'Read it out loud and fix every sentence you stumble over.',
    ],
    reader: [
      'Picture {target} across the table. Start with a scene they know, and the unfamiliar part will feel a lot less strange.',
      "You don't have to say everything at once. Give {target} what helps right now, and leave the rest for next time.",
    ],
    pitfalls: [
      "When you're in a hurry it's easy to write down something you never checked. Numbers, dates, names: go back to the source every time.",
      "And don't try to fit it all in. The more you leave out, the better {topic} comes through.",
    ],
    ending: [
      "You won't be done with {topic} in one sitting, and that's okay. Take what you sorted out today, and next time will be easier.",
      "If a thought crossed your mind while reading, write it down, even if it's one line. That's where your next piece starts.",
    ],
    tags: ['writing', 'notes', 'getting started', 'ideas'],
  },
}

export const richPhrases: Partial<Record<OutputLanguage, ByTone>> = { Korean: korean, English: english }
