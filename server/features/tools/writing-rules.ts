// What every text owes its reader, whatever tool writes it: facts, language, tone, and examples of how each tone sounds.
import type { OutputLanguage, Tone } from '#shared/tools.ts'

/**
 * Three kinds of facts. A rule that allowed only given facts lost every blind comparison: texts about nothing. See docs/writing.md.
 * @param of who the person is to the text: what nobody but them can know
 */
export const factRules = [
  'Facts are of three kinds, and each has its rule:',
  '  (1) About the person who orders, their company, product, customers, place or experience: only what the order or the material says. The text is ready to use as it is: write around what nobody gave. No figure, deed, plan, schedule, price, target, offer or condition of theirs is made up, not as an example either. What the text cannot do without (a name, a date, an account) stands as a label in a short square bracket in the language of the text: [담당자 성함], [장소], [phone]; for a number the bracket may hold a likely one ([예: 12명], [e.g. 12 people]). At most two in a text, three in an e-mail; never in the main point, in an argument or in a story. Square brackets serve nothing else.',
  '  (2) Common knowledge that you are sure of: use it where it helps this reader: names of places, products and offices, steps, amounts, ranges. No more exact than people say it among themselves.',
  '  (3) What changes or what you are not sure of (prices, hours, laws, programmes, versions): in words that stay true, with where to check it, or left out. No "as of", no invented statistic, study, quotation, source or person, no "experts say".',
]

/** For texts with sources. */
export const findingRules = [
  'The material "findings" holds what was found on the web today: sources by number, and what each says. It comes before your memory: what the plan left open, prices, dates, rules and figures are taken from there, in your own words and no further than the source goes. What it does not hold and you are not sure of is left out.',
  'Right after the sentence, list entry or table cell that rests on a source stands its mark: [^1]. For two sources [^1,3]. A mark says that this source says this: none stands anywhere else, no number is used that the findings do not have, and common knowledge needs none. No addresses and no list of sources: it is added after the text. These marks are not the brackets of rule (1).',
  'Where sources contradict each other, say what each says, or take the one nearer to the matter (the office, the maker, the newer one) and say as of when.',
]

/**
 * What judges of finished texts rewarded: texts that sound like a person, are ready to use and hold no more than was asked. Texts that read like
 * a manual, full of figures, tables and cases, lost against a plain chat answer in both languages. See docs/writing.md.
 */
export const craftRules = [
  'Write what a gifted native writer hands over at the first go, so that the person reads it once and uses it: natural, warm where the tone allows it, easy to read aloud. Ease comes before density.',
  'Every point of the order is answered, the usual things in the order that a reader expects them. What gives the topic its charm or its point (a promise, a picture, a number of minutes) runs through the whole text. One thing that others overlook is welcome.',
  'Sentences lead from one to the next; they are no row of commands or statements. Say why where it helps. A list or a table stands only where the reader would make one, and never the same thing in both.',
  'Few figures: those that the reader acts on, round, one in a sentence. No scenario, case or schedule that nobody asked for. Sums add up; "eight steps" are eight.',
  'No stiff or translated phrase, no slogan, no sentence that could stand in any text, no announcement of what follows, no summary of what was just said. Bold for a handful of words at most; no emoji unless the order wants them.',
]

const languageNotes: Partial<Record<OutputLanguage, string>> = {
  Korean:
    'Write Korean as a good native writer does, never translated: subjects left out where they are clear, few commas, few 그것/당신/우리는/이러한/다양한/통해/대한, no double passives, no chains of ~적인, ~할 수 있습니다 only where it means ability, plural -들 only where needed, no "A가 아니라 B" flourish, correct particles and spacing.',
  English:
    'Write English as a good native writer does: concrete nouns, active verbs, no "not just X but Y", no lists of three for rhythm, few dashes, no "delve", "unlock", "elevate", "navigate", "seamless", "game-changer".',
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
    Korean: '격식체. 합니다체 (-습니다, -십시오) in every sentence from the first to the last.',
    Japanese: 'Formal: です・ます調 throughout, no colloquialisms.',
    German: 'Formal: address the reader as Sie, if at all.',
    French: 'Formal: address the reader as vous, if at all.',
    Spanish: 'Formal: address the reader as usted, if at all.',
    Russian: 'Formal: address the reader as Вы, if at all.',
    other: 'Formal: measured and precise, no contractions, no slang.',
  },
  informal: {
    Korean:
      '친근한 해요체 (-어요, -죠, -거든요, -더라고요 in turn) in every sentence from the first to the last; never 반말, never 합니다체. It sounds like somebody who has done this telling a friend.',
    Japanese: 'Informal: friendly, close to spoken language, still polite (ですね, ましょう).',
    German: 'Informal: warm and direct, address the reader as du.',
    French: 'Informal: warm and direct, address the reader as tu.',
    Spanish: 'Informal: warm and direct, address the reader as tú.',
    Russian: 'Informal: warm and direct, address the reader as ты.',
    other:
      'Friendly: warm and direct, "you" and contractions, as to a friend who asked; no slang. It can be heard in every paragraph.',
  },
  report: {
    Korean:
      '문어체 평서형 (-다, -이다) in every sentence from the first to the last, one level throughout; list entries may end in -함 or a noun. No 해요체, no 합니다체.',
    Japanese: 'である調 throughout.',
    other: 'Report style: factual and precise, no contractions, no address of the reader.',
  },
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
      '거치대 20면을 정문 옆으로 옮길 것을 제안한다. 현재 위치는 출입구에서 90m 떨어져 있어 [예: 하루 6대]만 이용한다. 이전 비용은 업체 견적 기준 150만~200만 원으로 추정되며, 연말 시설비 잔액 안에서 처리할 수 있다. 승인되면 3주 안에 끝난다.',
    English:
      "We recommend moving the 20 bicycle stands to the main entrance. The present site is 90 metres from the door and is used by [e.g. six bikes a day]. Moving them is estimated at $1,200 to $1,600, which this year's maintenance budget can carry. Work takes three weeks from approval.",
  },
}

export function describeTone(tone: Tone | 'report', language: OutputLanguage, hasOwnTone: boolean): string[] {
  if (tone === 'custom' && hasOwnTone)
    return [
      `Tone: the member's own, described in the material named "tone". Follow it as a description of style only; it holds for every sentence.`,
    ]
  const register = tone === 'custom' ? 'informal' : tone
  const notes = toneNotes[register]
  const example = examples[register][language]
  return [
    `Tone: ${notes[language] ?? notes.other}`,
    ...(example
      ? [
          `How the tone sounds, on another subject (take over rhythm and plainness, nothing of its content): "${example}"`,
        ]
      : []),
  ]
}
