// The rules of every text, for all tools: facts, language, tone. The rules are few on purpose: each additional one made
// texts stiffer than the answer of a plain chat, which is the rival. See docs/writing.md.
import type { OutputLanguage, Tone } from '#shared/tools.ts'

/**
 * Three kinds of facts: about the person only the given ones; general knowledge, concretely; changing facts, with a
 * place to check them.
 * A rule that allowed only given facts lost every blind comparison: its texts had no content. See docs/writing.md.
 */
const personRule = {
  korean:
    '나와 내 회사, 상품, 고객, 경험, 계획에 대해 주문과 자료에 없는 것은 지어내지 마. 글에 꼭 필요하거나 상대가 알아야 움직일 수 있는데 나만 아는 것(이름, 날짜, 장소, 기한, 금액, 실제로 있었던 일)은 [담당자 성함], [12월 ○일]처럼 짧은 대괄호로 비우고, 돌려 쓸 수 있으면 돌려 써. 많아야 두세 군데, 같은 것은 한 번만 비우고(보내는 사람 이름은 첫머리와 끝에 두 번 써도 돼), 대괄호는 다른 데 쓰지 마. 답장하면 되는 사이에서는 전화번호와 이메일을 비워 두지 말고 빼고, 회사나 기관에 처리를 부탁하는 글에는 끝에 [연락처]를 둬.',
  other:
    "Don't make up anything about the person who ordered this, or about their company, products, customers, experience or plans, beyond what the order and the material say. If the text or its recipient really needs something only that person knows (a name, a date, a place, a deadline, an amount, what actually happened), leave a short blank in square brackets, in the language of the text, such as [Name] or [date]: each thing once, two or three in all. Write around it where you can, and leave out what a reply or a signature shows anyway (phone, email), unless the recipient has to call or is a company or an office that is asked to deal with something. Use square brackets for nothing else.",
}
const knowledgeRule = {
  korean:
    '그 밖에 아는 것은 이름, 방법, 수치까지 구체적으로 써 줘. 확실하지 않거나 자주 바뀌는 것은 어디서 확인하는지와 함께 쓰거나 빼고, 통계, 연구, 인용, 출처, 사람은 지어내지 마.',
  other:
    'Everything else you know about the subject, say concretely: names, steps, amounts, times. If something is uncertain or changes often (prices, rates, laws, hours), say where to check it or leave it out. Never invent a statistic, study, quotation, source or person.',
}

/** @returns the rules about facts, in the text's language where we write it well */
export const factRules = (language: OutputLanguage): string[] => {
  const at = language === 'Korean' ? 'korean' : 'other'
  return [personRule[at], knowledgeRule[at]]
}

/** For texts with sources. */
export const findingRules = [
  'The material "findings" holds what was found on the web today: sources by number, and what each says. It comes before your memory: what the plan left open, prices, dates, rules and figures are taken from there, in your own words and no further than the source goes. What it does not hold and you are not sure of is left out.',
  'Right after the sentence, list entry or table cell that rests on a source stands its mark: [^1]. For two sources [^1,3]. A mark says that this source says this: none stands anywhere else, no number is used that the findings do not have, and common knowledge needs none. No addresses and no list of sources: it is added after the text. These marks are not the brackets of missing facts.',
  'Where sources contradict each other, say what each says, or take the one nearer to the matter (the office, the maker, the newer one) and say as of when.',
]

/** Korean and English have none: judges read the plain chat's text as more natural. */
const languageNotes: Partial<Record<OutputLanguage, string>> = {
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

/** `message`: informal, to one person who knows the sender. */
type Register = 'formal' | 'informal' | 'report' | 'message'
/** The form's tone, or the register of its tool. */
export type TextTone = Tone | Register

/** Formal and informal differ by language; where tone is grammar, the note names the grammar. */
const toneNotes: Record<Register, Partial<Record<OutputLanguage, string>> & { other: string }> = {
  formal: {
    Korean: '격식체 (합니다체). 격식 있는 말투로, 처음부터 끝까지 한 가지로.',
    English: 'Formal tone.',
    Japanese: 'Formal: です・ます調 throughout, no colloquialisms.',
    German: 'Formal: address the reader as Sie, if at all.',
    French: 'Formal: address the reader as vous, if at all.',
    Spanish: 'Formal: address the reader as usted, if at all.',
    Russian: 'Formal: address the reader as Вы, if at all.',
    other: 'Formal: measured and precise, no contractions, no slang.',
  },
  informal: {
    Korean:
      '친근한 말투 (해요체, 가까운 친구 사이에 쓰는 글이면 반말). 따뜻하고 가볍게, 그 주제에서만 나올 수 있는 장면이나 웃음이 가끔 보이게.',
    English:
      'Friendly tone: warm and light, like someone who enjoys the subject, with a bit of humor now and then that only this subject could give.',
    Japanese: 'Informal: friendly, close to spoken language, still polite (ですね, ましょう).',
    German: 'Informal: warm and direct, address the reader as du.',
    French: 'Informal: warm and direct, address the reader as tu.',
    Spanish: 'Informal: warm and direct, address the reader as tú.',
    Russian: 'Informal: warm and direct, address the reader as ты.',
    other:
      'Friendly: "you" and contractions, one person telling a friend how they would do it, with light humor; no slang. It can be heard in every paragraph.',
  },
  // Jokes and images that were staged for a small request lost every comparison.
  message: {
    Korean:
      '친근한 말투 (해요체, 가까운 친구 사이면 반말). 반가운 사이에 평소 쓰듯이 다정하게. 신나거나 고맙거나 미안한 마음은 그렇다고 설명하지 말고, 그런 사람이 정말 할 말로 드러나게. 농담이나 비유는 꾸며 넣지 말고.',
    English:
      'Friendly tone: warm and easy, the way you would write to this person on an ordinary day, with a light touch of humor if the occasion invites it.',
    Japanese: 'Informal: friendly, close to spoken language, still polite (ですね, ましょう).',
    German: 'Informal: warm and direct, with du.',
    French: 'Informal: warm and direct, with tu.',
    Spanish: 'Informal: warm and direct, with tú.',
    Russian: 'Informal: warm and direct, with ты.',
    other: 'Friendly: as one writes to this person on an ordinary day, without staged jokes or images.',
  },
  report: {
    Korean:
      '보고서체. 본문 문장은 -다, -이다; list entries and table cells are short and end in a noun or -함/-음, as Korean office papers do. One level throughout, no 해요체, no 합니다체.',
    Japanese: 'である調 throughout.',
    English: 'The way a good colleague writes a report: plain words, active sentences, precise.',
    other: 'Report style: factual and precise, no contractions, no address of the reader.',
  },
}

export function describeTone(
  tone: TextTone,
  language: OutputLanguage,
  { hasOwnTone }: { hasOwnTone: boolean },
): string {
  if (tone === 'custom' && hasOwnTone)
    return `Tone: the member's own, described in the material named "tone". Follow it as a description of style only; it holds for every sentence.`
  const notes = toneNotes[tone === 'custom' ? 'informal' : tone]
  return `Tone: ${notes[language] ?? notes.other}`
}

/** A paragraph of ours in each tone, on a subject that no order has. Messages have none: short texts lost with one. */
const toneExamples: Partial<Record<Register, Partial<Record<OutputLanguage, string>>>> = {
  formal: {
    Korean:
      '도서관은 평일 저녁 아홉 시까지 엽니다. 퇴근하고 들르면 창가 자리가 서너 개쯤 남아 있고, 찾는 책을 묻기 전에 사서가 먼저 고개를 듭니다. 한 시간이면 한 장을 읽기에 넉넉합니다.',
    English:
      'The library is open until nine on weekdays. After work there are usually three or four seats left by the window, and the librarian looks up before you have to ask. An hour is enough for a chapter.',
  },
  informal: {
    Korean:
      '평일 저녁 도서관에 가 보셨어요? 창가 자리가 서너 개쯤 비어 있고, 난로 옆에서는 늘 같은 할아버지가 신문을 덮고 졸고 계세요. 한 시간만 앉아 있어도 한 장은 거뜬해요. 코를 안 고시면 두 장도요.',
    English:
      "Ever been to the library on a weekday evening? There are always a few seats left by the window, and the same old man is always asleep behind the sports section. Give it an hour and you'll finish a chapter, maybe two if he doesn't snore.",
  },
  report: {
    Korean:
      '프린터 다섯 대 가운데 두 대가 3월 내내 자주 멈췄다. 수리비는 새로 사는 값보다 적었지만, 다른 층을 오가느라 한 주에 세 시간쯤이 들었다. 오래된 한 대부터 바꿀 것을 제안한다.',
    English:
      'Two of our five printers were out of order for most of March. Repairs cost less than a new printer would have, but people lost about three hours a week walking to another floor. We recommend replacing the older one.',
  },
}

/** @returns how a tone sounds, for the revision of a longer text */
export function exemplifyTone(tone: TextTone, language: OutputLanguage): string[] {
  const example = tone === 'custom' || tone === 'message' ? undefined : toneExamples[tone]?.[language]
  return example ? [`The tone sounds like this, on another subject: “${example}”`] : []
}
