// What every text owes its reader, whatever tool writes it: facts, language, tone, and examples of how each tone sounds.
import type { OutputLanguage, Tone } from '#shared/tools.ts'

/**
 * Three kinds of facts. A rule that allowed only given facts lost every blind comparison: texts about nothing. See docs/writing.md.
 * @param of who the person is to the text: what nobody but them can know
 */
export const factRules = [
  'Facts are of three kinds, and each has its rule:',
  '  (1) About the person who orders, their company, product, customers, place or experience: only what the order or the material says. What the text needs and nobody gave stands in a short square bracket in the language of the text, small enough to fill in with five words. For a name, date, place, contact or account the bracket holds what belongs there and never an invented value ([담당자 성함], [장소], [phone]); for an amount, a number or a deed it holds a likely one ([예: 12명], [e.g. 12 people]). The claim itself stays inside the bracket: outside it you neither state, imply nor argue from it. Square brackets serve nothing else. They are work for the reader: at most three in an answer, four in an e-mail or a caption, six in anything longer. Write around whatever else is unknown.',
  '  (2) Common knowledge that you are sure of: use it, concretely. Names of places, products and offices, amounts, minutes, degrees, steps, prices as ranges. The reader can act from this text alone.',
  '  (3) What changes or what you are not sure of (prices, hours, laws, programmes, versions): say as of when and where to check it, or leave it out. Never invent a statistic, a study, a quotation, a source or a person, and never hide behind "experts say".',
]

/** For texts with sources. */
export const findingRules = [
  'The material "findings" holds what was found on the web today: sources by number, and what each says. It comes before your memory: what the plan left open, prices, dates, rules and figures are taken from there, in your own words and no further than the source goes. What it does not hold and you are not sure of is left out.',
  'Right after the sentence, list entry or table cell that rests on a source stands its mark: [^1]. For two sources [^1,3]. A mark says that this source says this: none stands anywhere else, no number is used that the findings do not have, and common knowledge needs none. No addresses and no list of sources: it is added after the text. These marks are not the brackets of rule (1).',
  'Where sources contradict each other, say what each says, or take the one nearer to the matter (the office, the maker, the newer one) and say as of when.',
]

/** What judges of finished texts rewarded and punished most often: the whole subject in plain words before density and cleverness. See docs/writing.md. */
export const craftRules = [
  'First deliver everything that a good ordinary answer to this order holds: every point of the order, the usual steps, terms, costs, documents, deadlines, risks and their remedies, in the order a reader expects them. What others overlook is one addition among them.',
  'Keep what the title, a heading or a sentence promises, to the number: "eight steps" are eight numbered steps, "five dinners" are five dinners.',
  'Plain and at ease: the words that a competent, friendly native speaker would say aloud to this reader. No aphorism, no wordplay, no staged scene, no thing that acts like a person, no clever contrast, no line that wants to be quoted. If a sentence sounds like a column in a newspaper, say it simply.',
  'Speak to the reader as the kind of text does, and let every paragraph help them do or decide something: what to do, how much, how long, by when, what it costs, how they know that it worked, what to do when it did not.',
  'Easy to take in: at most one or two figures in a sentence, no calculation that the reader does not have to make, round figures, short steps. Where readers differ (age, budget, time), a line for each of them; otherwise one recommendation with its reason.',
  'What stands in a table, a list or a step can be used: an amount, a time, a name, a cost or "free". Never "a little", "some", "medium" or a dash. Sums add up, times and orders fit each other. No column that says the same in every row.',
  "No sentence that could stand in any text, no announcement of what follows, no summary of what was just said. Explain a beginner's word where it first stands, in a few words. Vary the length of sentences and paragraphs; verbs instead of nouns. Bold only at the beginning of list entries and for a handful of words; no emoji unless the order wants them.",
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
