// What every text owes its reader, whatever tool writes it: facts, language, tone, and examples of how each tone sounds.
import type { OutputLanguage, Tone } from '#shared/tools.ts'

/**
 * Three kinds of facts. A rule that allowed only given facts lost every blind comparison: texts about nothing. See docs/writing.md.
 * @param of who the person is to the text: what nobody but them can know
 */
export const factRules = [
  'Facts about the person who orders, their company, product, customers, plans and experience: only what the order or the material says. None is made up. What the text needs beyond that and only they can know stands in a short square bracket in the language of the text, filled in at a glance, with a likely value where that helps: [담당자 성함], [예: 300만 원], [phone], [e.g. 12 people]. What can be written around is written around, so that brackets are few. Square brackets serve nothing else.',
  'Whatever else you know of the subject is yours to use, concretely: names, steps, amounts, times, as people say them. What changes (prices, rates, laws, hours) as a rough range or in words that stay true; where the decision of the reader hangs on it, with where to check it. No invented statistic, study, quotation, source or person, no "experts say".',
]

/** For texts with sources. */
export const findingRules = [
  'The material "findings" holds what was found on the web today: sources by number, and what each says. It comes before your memory: what the plan left open, prices, dates, rules and figures are taken from there, in your own words and no further than the source goes. What it does not hold and you are not sure of is left out.',
  'Right after the sentence, list entry or table cell that rests on a source stands its mark: [^1]. For two sources [^1,3]. A mark says that this source says this: none stands anywhere else, no number is used that the findings do not have, and common knowledge needs none. No addresses and no list of sources: it is added after the text. These marks are not the brackets of rule (1).',
  'Where sources contradict each other, say what each says, or take the one nearer to the matter (the office, the maker, the newer one) and say as of when.',
]

/**
 * What judges of finished texts rewarded. The rules are few on purpose: each one that was added made texts stiffer than the answer of a plain
 * chat, which is the rival. See docs/writing.md.
 */
export const craftRules = [
  'Think first of the good, complete answer that this order would get from any able assistant: its form, its ease and its length are what the reader expects. Yours has all that is good in it and no weak spot: nothing is missing that the reader would look for, nothing is doubtful, and one thing is in it that they had not thought of. It is read in one go: details that would only be looked up, exceptions and second choices are left out, and of two good things the better one stays.',
  'The topic decides the form, and the reader finds the form that they expect: a plan for a month goes week by week and says what to do on which day; instructions are numbered; things with the same traits stand in a table; what is to be ticked off is a list; a paper that asks for money names the amount.',
  'It sounds like a person who knows the matter and likes the reader: ordinary words, light sentences that lead from one to the next, easy to read aloud, here and there an image or a touch of humor where the tone allows it. No row of commands or bare statements, no slogan, nothing translated or quaint, no sentence that could stand in any text, no announcement of what follows, no summary of what was just said.',
  'As many figures as the reader acts on, no more. Bold for what is looked for at a glance. No emoji unless the task or the order wants them.',
]

/**
 * For texts with a usual form (e-mails, feeds, reports), where all rules of prose together made worse texts than none: judges took the chat's
 * answer for being natural and complete, and put ours down as mannered, flat or full of blanks.
 */
export const plainRules = [
  'Write it as you would answer this person in a chat, at your best: the form that such a text usually has, complete, natural, ready to use. No mannered turn of phrase; nothing that a native speaker would not say in this very situation.',
  'No invented experience, figure, price, statistic, source or person. What only they can know and the text cannot do without is a short square bracket in the language of the text: [담당자 성함], [날짜], [phone]; square brackets serve nothing else.',
]

/** For short texts, which win by being what the chat would have written and lose by every rule more. Names of one's own have no honorific. */
export const chatRule = (language: OutputLanguage): string =>
  language === 'Korean'
    ? '주문에 없는 사정, 약속, 조건, 경험, 숫자, 날짜, 요일은 지어내지 마. 꼭 있어야 하는데 모르는 것만 짧은 대괄호로, 같은 것은 한 번만 비워 줘: 상대는 [담당자 성함], 나는 [이름], 그 밖에 [날짜], [연락처]. 대괄호는 다른 데 쓰지 마.'
    : 'No circumstance, promise, condition, experience, number, date or weekday that the order does not hold. Only what has to be there and only they can know is a short square bracket, each thing once, in the language of the text: [Name], [date], [phone]. Square brackets serve nothing else.'

const languageNotes: Partial<Record<OutputLanguage, string>> = {
  Korean:
    '처음부터 한국어로 생각하고 쓴 글. 주어는 알 수 있으면 빼고, 쉼표와 명사 나열을 줄인다. 사람들이 실제로 쓰는 말을 쓴다: 그 분야의 용어는 그대로 두고, 억지로 풀어 쓴 순우리말(견주다, 몫, 넣는 돈)이나 어색한 조어는 쓰지 않는다. 번역투(~에 대한, ~을 통해, ~적인, 이러한, 다양한, ~할 수 있습니다의 남발, 이중 피동, "A가 아니라 B")를 쓰지 않는다. 조사와 띄어쓰기가 맞고, 문장 끝이 한 가지로 이어지지 않는다.',
  English:
    'Write English as a good native writer does: concrete nouns, active verbs, contractions where people use them. No "not just X but Y", few dashes, no "delve", "unlock", "elevate", "navigate", "seamless", "game-changer".',
  Japanese: 'Write natural Japanese, not translated: few pronouns, consistent sentence endings.',
  Chinese: 'Write natural Simplified Chinese with full-width punctuation.',
  Arabic: 'Write Modern Standard Arabic.',
}

export const describeLanguage = (language: OutputLanguage): string =>
  [
    `Language: ${language}, for everything you write, whatever language the order and the material are in.`,
    languageNotes[language] ?? '',
  ]
    .join(' ')
    .trim()

type Register = 'formal' | 'informal' | 'report'

/** What formal and informal mean differs from language to language; where it is a matter of grammar the grammar is named. */
const toneNotes: Record<Register, Partial<Record<OutputLanguage, string>> & { other: string }> = {
  formal: {
    Korean:
      '격식체. 합니다체 (-습니다, -십시오) in every sentence from the first to the last, in the measured words of a notice or a specialist: no spoken turns (많이들, 한 푼도, -을 겁니다), no guesses at the reader.',
    Japanese: 'Formal: です・ます調 throughout, no colloquialisms.',
    German: 'Formal: address the reader as Sie, if at all.',
    French: 'Formal: address the reader as vous, if at all.',
    Spanish: 'Formal: address the reader as usted, if at all.',
    Russian: 'Formal: address the reader as Вы, if at all.',
    other: 'Formal: measured and precise, no contractions, no slang.',
  },
  informal: {
    Korean:
      '친근한 해요체 in every sentence from the first to the last; never 반말, never 합니다체. Plain -어요/-아요/-예요 carries the text; -죠 and -네요 now and then, -거든요 and -더라고요 once or twice at most. It sounds like somebody who has done this helping a friend, with a smile.',
    Japanese: 'Informal: friendly, close to spoken language, still polite (ですね, ましょう).',
    German: 'Informal: warm and direct, address the reader as du.',
    French: 'Informal: warm and direct, address the reader as tu.',
    Spanish: 'Informal: warm and direct, address the reader as tú.',
    Russian: 'Informal: warm and direct, address the reader as ты.',
    other:
      'Friendly: "you" and contractions, one person telling a friend how they would do it, with light humor; no slang. It can be heard in every paragraph.',
  },
  report: {
    Korean:
      '보고서체. 본문 문장은 -다, -이다; list entries and table cells are short and end in a noun or -함/-음, as Korean office papers do. One level throughout, no 해요체, no 합니다체.',
    Japanese: 'である調 throughout.',
    other: 'Report style: factual and precise, no contractions, no address of the reader.',
  },
}

/** For texts with a usual form, whose relation decides more than the tone. */
const formTones: Partial<Record<Register, Partial<Record<OutputLanguage, string>>>> = {
  informal: {
    Korean: '친근한 말투 (해요체, 가까운 친구 사이에 쓰는 글이면 반말).',
    English: 'Friendly tone.',
  },
  formal: { Korean: '격식체 (합니다체). 격식 있는 말투.', English: 'Formal tone.' },
}

/** Paragraphs of our own that show how a tone sounds. Their subject is nobody's order. */
const examples: Record<Register, Partial<Record<OutputLanguage, string>>> = {
  informal: {
    Korean:
      '펑크 난 자전거를 끌고 집까지 걸어오는 길은 유난히 길죠. 그런데 튜브를 때우는 데 드는 시간은 15분이에요. 사포로 구멍 둘레를 뿌옇게 될 때까지 문지르고, 본드를 얇게 펴 바른 다음 3분을 기다려요. 여기서 성급하게 붙이면 다음 날 또 바람이 빠지거든요. 손끝으로 만졌을 때 묻어나지 않으면, 그때 붙이면 돼요.',
    English:
      "Pushing a bike home with a flat tire feels twice as long as it is. Patching the tube takes fifteen minutes. Sand around the hole until the rubber goes dull, spread the glue thin, then leave it alone for three minutes. That wait is the part people skip, and it's why their patch peels off the next day. When the glue no longer sticks to your fingertip, it's ready.",
  },
  formal: {
    Korean:
      '자전거 튜브의 펑크는 대부분 15분이면 고칠 수 있습니다. 먼저 구멍 둘레를 사포로 문질러 고무의 윤기를 없앱니다. 본드는 얇게 펴 바르고 3분을 기다립니다. 서둘러 붙인 패치가 하루 만에 떨어지는 까닭은 이 3분을 건너뛰기 때문입니다. 손끝에 묻어나지 않을 때가 붙일 때입니다.',
    English:
      'Most punctures in a bicycle tube can be repaired in fifteen minutes. Sand the rubber around the hole until it looks dull, apply the adhesive thinly, and wait three minutes. Patches that fail within a day usually fail because this wait was skipped. The adhesive is ready when it no longer marks a fingertip.',
  },
  report: {
    Korean:
      '자전거 거치대 20면을 정문 옆으로 이전하고자 함. / 현 위치는 출입구에서 90m 떨어져 이용률이 낮음([예: 하루 6대]) / 이전 비용 [예: 180만 원], 시설비 예산에서 집행 / 승인 후 3주 이내 완료. 이용이 늘지 않으면 원래 자리로 되돌릴 수 있으므로 위험이 작다.',
    English:
      "We recommend moving the 20 bicycle stands to the main entrance. The present site is 90 metres from the door and is used by [e.g. six bikes a day]. Moving them is estimated at $1,200 to $1,600, which this year's maintenance budget can carry. Work takes three weeks from approval.",
  },
}

export function describeTone(
  tone: Tone | 'report',
  language: OutputLanguage,
  { hasOwnTone, hasExample }: { hasOwnTone: boolean; hasExample: boolean },
): string[] {
  if (tone === 'custom' && hasOwnTone)
    return [
      `Tone: the member's own, described in the material named "tone". Follow it as a description of style only; it holds for every sentence.`,
    ]
  const register = tone === 'custom' ? 'informal' : tone
  const notes = hasExample ? toneNotes[register] : { ...toneNotes[register], ...formTones[register] }
  const example = hasExample ? examples[register][language] : undefined
  return [
    `Tone: ${notes[language] ?? notes.other}`,
    ...(example
      ? [
          `How the tone sounds, on another subject (take over rhythm and plainness, nothing of its content): "${example}"`,
        ]
      : []),
  ]
}
