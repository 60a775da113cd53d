import type { Language } from '#shared/language.ts'
import type { PromptModelName } from '#shared/prompts.ts'
import type { DemoRequest } from './demo-request.ts'

/** Each model's answer has its own form, so that columns differ. */
export type DemoStyle = PromptModelName

type Phrases = {
  lead: string
  given: string
  none: string
  steps: string[]
  stepsTitle: string
  closing: string
  followUp: string
  followUpPoints: string[]
  field: string
  value: string
}

const phrases: Record<Language, Phrases> = {
  ko: {
    lead: '채워 주신 내용을 바탕으로 정리했어요.',
    given: '받은 내용',
    none: '따로 채울 내용이 없는 프롬프트라서 제목에 맞추어 정리했어요.',
    stepsTitle: '이렇게 해 보세요',
    steps: [
      '가장 먼저 누가 읽을지, 무엇을 얻어 갈지 한 문장으로 적어요.',
      '가진 사실을 중요한 순서로 늘어놓고, 확인이 필요한 것에는 표시를 해 둬요.',
      '소리 내어 읽으면서 한 번에 읽히지 않는 문장을 둘로 나눠요.',
    ],
    closing: '더 다듬고 싶은 곳이 있으면 이어서 물어보세요.',
    followUp: '“{question}”, 앞에서 쓴 내용에 이어서 답할게요.',
    followUpPoints: [
      '먼저 바꾸고 싶은 한 곳을 골라 그 부분만 새로 써요.',
      '나머지는 그대로 두고 앞뒤 문장이 자연스럽게 이어지는지 살펴요.',
    ],
    field: '항목',
    value: '내용',
  },
  en: {
    lead: 'Here is a first version made from what you filled in.',
    given: 'What you gave',
    none: 'This prompt has nothing to fill in, so the answer keeps to its title.',
    stepsTitle: 'How to go on',
    steps: [
      'Write down in one sentence who will read it and what they should take away.',
      'Put the facts in order of importance, and mark what still has to be checked.',
      'Read it aloud, and split every sentence that does not read in one go.',
    ],
    closing: 'Ask a follow-up if something should be different.',
    followUp: '“{question}”: going on from the answer above.',
    followUpPoints: [
      'Choose the one place that matters most and write only that part anew.',
      'Leave the rest as it is, and see whether the sentences around it still fit.',
    ],
    field: 'Field',
    value: 'Value',
  },
}

const titleMaxLength = 60

/** Writes an answer in the prompt's language from its first line and the filled-in values. */
export function writeDemoPrompt({ prompt, language, isFollowUp }: DemoRequest, style: DemoStyle): string {
  const words = phrases[language === 'Korean' ? 'ko' : 'en']
  const asked = prompt.replace(fenced, '$2')
  if (isFollowUp) {
    return [
      words.followUp.replace('{question}', () => oneLine(asked)),
      words.followUpPoints.map((point) => `- ${point}`).join('\n'),
      words.closing,
    ].join('\n\n')
  }
  return [
    `## ${titleOf(asked)}`,
    words.lead,
    given(
      Array.from(prompt.matchAll(fenced), ([, , value = '']) => oneLine(value)),
      words,
      style,
    ),
    `### ${words.stepsTitle}`,
    words.steps.map((step, index) => `${index + 1}. ${step}`).join('\n'),
    words.closing,
  ].join('\n\n')
}

/** Filled-in values are fenced by marks (server/features/prompts/prompt-message.ts). */
const fenced = /<([0-9a-f]{12})>([\s\S]*?)<\/\1>/g

function titleOf(asked: string): string {
  const line = Array.from(oneLine(asked.trim().split('\n')[0] ?? ''))
  return line.length <= titleMaxLength ? line.join('') : `${line.slice(0, titleMaxLength - 1).join('')}…`
}

function given(values: string[], words: Phrases, style: DemoStyle): string {
  if (values.length === 0) return words.none
  if (style === 'claude') return values.map((value) => `**${value}**`).join('\n\n')
  if (style === 'gpt') return `### ${words.given}\n\n${values.map((value) => `- ${value}`).join('\n')}`
  const rows = values.map((value, index) => `| ${index + 1} | ${value.replaceAll('|', '\\|')} |`)
  return [`| ${words.field} | ${words.value} |`, '| --- | --- |', ...rows].join('\n')
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
