// Phrases and constructions by which readers recognize a machine's text, with the frequency in good writing. They are
// found after writing and then edited, because a list of bans in the prompt makes a text stiff. Sources: humanising
// guides for Korean and judges of our own texts; see docs/writing.md.
import type { OutputLanguage } from '#shared/tools.ts'
import type { TextTone } from './writing-rules.ts'

export type WornPhrase = {
  pattern: RegExp
  /** The tolerated frequency in a thousand characters. */
  perThousand: number
  /** The advice to the editing call. */
  advice: string
}

const cut = 'Cut it, or say the thing itself.'

export const wornPhrases: Partial<Record<OutputLanguage, WornPhrase[]>> = {
  Korean: [
    {
      pattern: /(?:알아|살펴)\s?(?:보겠습니다|보도록|볼까요|볼게요|보아요|봅시다|봐요)/g,
      perThousand: 0,
      advice: cut,
    },
    {
      pattern: /이번 (?:글|포스팅)에서는|오늘은 [^.\n]{0,40}(?:소개|이야기|얘기)(?:해|하)/g,
      perThousand: 0,
      advice: cut,
    },
    {
      pattern:
        /결론적으로|요약하자면|다시 말해|무엇보다도?|그 어느 때보다|단순히 [^.\n]{0,30}(?:넘어|아니라)/g,
      perThousand: 0,
      advice: cut,
    },
    {
      pattern: /빠르게 변화하는|현대 사회|바쁜 일상|필수(?:적)?(?:인)? 시대|새로운 지평|한층 더|더할 나위/g,
      perThousand: 0,
      advice: cut,
    },
    {
      pattern: /도움이 (?:되셨|되었|됐)(?:으면|기를|길|다면)|응원(?:합니다|할게요|해요)|놓치지 마세요/g,
      perThousand: 0,
      advice: cut,
    },
    {
      pattern: /(?:라고|것이라고) 할 수 있(?:다|습니다|어요)|해도 과언이 아니|주목할 만하|중요한 역할을/g,
      perThousand: 0,
      advice: cut,
    },
    { pattern: /다양한/g, perThousand: 0.5, advice: 'Name the things.' },
    { pattern: /[을를] 통해|[을를] 통한/g, perThousand: 1, advice: 'Use -(으)로, -아/어서 or a verb.' },
    {
      pattern: /에 (?:있어서?|대해서?|대한|의해|의한)/g,
      perThousand: 1,
      advice: 'Use the plain particle or a verb.',
    },
    { pattern: /할 수 있(?:습니다|어요|다)/g, perThousand: 1.5, advice: 'Say what happens or what to do.' },
    { pattern: /뿐만 아니라|뿐 아니라/g, perThousand: 0.4, advice: 'Two plain sentences, or -도.' },
    {
      pattern: /[이가] 아니라 [^.\n]{1,40}(?:예요|이에요|입니다|이다|죠)/g,
      perThousand: 0.5,
      advice: 'Say only what it is.',
    },
    {
      pattern: /되어지|보여지|잊혀지|쓰여지|여겨지/g,
      perThousand: 0,
      advice: 'One passive is enough, or an active verb.',
    },
    { pattern: / [—–] /g, perThousand: 0.5, advice: 'A comma, a full stop or nothing.' },
    {
      pattern: /(?:^|\n)(?:또한|그리고|하지만|따라서|이처럼|이렇듯|나아가)[ ,]/g,
      perThousand: 1,
      advice: 'Begin with the subject.',
    },
  ],
  English: [
    {
      pattern: /in today's|fast-paced|ever-(?:changing|evolving)|in the (?:world|realm) of|digital age/gi,
      perThousand: 0,
      advice: cut,
    },
    {
      pattern: /it(?:'s| is) (?:important|worth|crucial) (?:to|noting|remembering)[^.]{0,15}/gi,
      perThousand: 0,
      advice: cut,
    },
    {
      pattern:
        /\b(?:delv(?:e|ing)|unlock(?:s|ing)?|elevat(?:e|ing)|seamless(?:ly)?|game-?changers?|leverag(?:e|ing)|tapestry|testament to|treasure trove|embark(?:ing)?|transformative|robust|holistic)\b/gi,
      perThousand: 0,
      advice: 'A plain word.',
    },
    {
      pattern:
        /in conclusion|to sum up|at the end of the day|when it comes to|look no further|let's dive in|dive into/gi,
      perThousand: 0,
      advice: cut,
    },
    {
      pattern: /\b(?:isn't|is not|not) (?:just|only|merely|simply)\b/gi,
      perThousand: 0.2,
      advice: 'Say only what it is.',
    },
    {
      pattern: /whether you(?:'re| are)/gi,
      perThousand: 0.2,
      advice: 'Speak to the one reader of the order.',
    },
    { pattern: /\b(?:moreover|furthermore|additionally|ultimately)\b/gi, perThousand: 0.1, advice: cut },
    { pattern: /—/g, perThousand: 1, advice: 'A comma, a colon or a full stop.' },
    { pattern: /\b(?:very|really|truly|incredibly|absolutely)\b/gi, perThousand: 0.6, advice: 'Cut it.' },
  ],
}

/** Sentences in the wrong tone, for languages where tone is grammar. Endings in brackets and quotations are skipped. */
export const strangeEndings: Partial<Record<OutputLanguage, Partial<Record<TextTone, RegExp>>>> = {
  Korean: {
    formal: /(?:요|죠|(?<!니)다)[.!?]+$/,
    informal: /(?:다|니까)[.!?]+$/,
    // Friends write “나 간다!” to each other.
    message: /(?:니다|니까)[.!?]+$/,
    report: /(?:요|죠|니다|니까|시오)[.!?]+$/,
  },
  // A good colleague writes contractions into a report, and revisions with them were thrown away.
  English: { formal: /\b\w+n['’]t\b/ },
}
