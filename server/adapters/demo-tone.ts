import type { Language } from '#shared/language.ts'
import { translate } from '#shared/words.ts'
import type { DemoRequest } from './demo-request.ts'

type Phrases = {
  title: { short: string; long: string }
  description: string
  sentences: string
  paragraphs: string
  polite: string
  formal: string
  plain: string
  questions: string
  noQuestions: string
  exclamations: string
  noExclamations: string
  emoji: string
  noEmoji: string
}

const phrases: Record<Language, Phrases> = {
  ko: {
    title: { short: '짧게 끊어 쓰는 말투', long: '길게 이어 가는 말투' },
    description: '문장 길이, 끝맺음, 부호만 세어 만든 체험용 설명이에요.',
    sentences: '한 문장은 {count}자쯤으로 쓴다.',
    paragraphs: '한 문단에 문장을 {count}개쯤 둔다.',
    polite: '문장은 주로 해요체(-어요, -죠)로 끝맺는다.',
    formal: '문장은 주로 합니다체(-습니다)로 끝맺는다.',
    plain: '문장은 주로 평서형(-다)이나 명사로 끝맺는다.',
    questions: '열 문장에 {count}번쯤 읽는 사람에게 묻는다.',
    noQuestions: '읽는 사람에게 거의 묻지 않는다.',
    exclamations: '느낌표를 쓴다.',
    noExclamations: '느낌표를 쓰지 않는다.',
    emoji: '그림 문자를 섞어 쓴다.',
    noEmoji: '그림 문자를 쓰지 않는다.',
  },
  en: {
    title: { short: 'Short and direct', long: 'Long and flowing' },
    description: 'A demo description, made by counting sentences, endings and marks alone.',
    sentences: 'A sentence runs to about {count} characters.',
    paragraphs: 'A paragraph holds about {count} sentences.',
    polite: 'Korean sentences end in polite 해요체 (-어요, -죠).',
    formal: 'Korean sentences end in formal 합니다체 (-습니다).',
    plain: 'Sentences are plain statements.',
    questions: 'About {count} in ten sentences asks the reader something.',
    noQuestions: 'Hardly ever asks the reader anything.',
    exclamations: 'Uses exclamation marks.',
    noExclamations: 'Uses no exclamation marks.',
    emoji: 'Mixes in emoji.',
    noEmoji: 'Uses no emoji.',
  },
}

/** Sentences of up to this many characters count as a short style. */
const shortSentence = 45

/**
 * Counts features of the text without understanding it, in the shape that the analysis asks for. The screen labels it
 * as a demo.
 */
export function writeDemoTone({ language, prompt }: DemoRequest): string {
  const words = phrases[language === 'Korean' ? 'ko' : 'en']
  const text = prompt.replace(/^<\/?[0-9a-f]{12}>$|^\[post \d+\]$/gm, '').trim()
  const sentences =
    text.match(/[^.!?。！？\n]+[.!?。！？]*/gu)?.filter((sentence) => sentence.trim().length > 1) ?? []
  const count = Math.max(sentences.length, 1)
  const paragraphs = text.split(/\n+/).filter((line) => line.trim()).length
  const length = Math.round(sentences.join('').length / count)
  const share = (pattern: RegExp) =>
    sentences.filter((sentence) => pattern.test(sentence.trim())).length / count
  const questions = Math.round(share(/[?？]$/) * 10)
  const fill = (line: string, value: number) => translate({ line }, 'line', { count: value })
  const lines = [
    fill(words.sentences, length),
    fill(words.paragraphs, Math.max(1, Math.round(count / Math.max(paragraphs, 1)))),
    words[endingOf(share)],
    questions > 0 ? fill(words.questions, questions) : words.noQuestions,
    share(/!$/) > 0 ? words.exclamations : words.noExclamations,
    /\p{Extended_Pictographic}/u.test(text) ? words.emoji : words.noEmoji,
  ]
  return JSON.stringify({
    title: words.title[length <= shortSentence ? 'short' : 'long'],
    description: words.description,
    icon: length <= shortSentence ? 'spark' : 'book',
    result: lines.map((line) => `- ${line}`).join('\n'),
  })
}

function endingOf(share: (pattern: RegExp) => number): 'polite' | 'formal' | 'plain' {
  const [polite, formal] = [share(/[요죠][.!?]*$/), share(/(?:니다|니까)[.!?]*$/)]
  if (Math.max(polite, formal) < 0.3) return 'plain'
  return polite >= formal ? 'polite' : 'formal'
}
