import { z } from 'zod'

/** What a run of a prompt tells the demo writer; travels as provider option `demo`. */
export const demoPromptRequest = z.object({
  part: z.literal('prompt'),
  title: z.string(),
  language: z.enum(['ko', 'en']),
  model: z.enum(['gpt', 'gemini', 'claude']),
  /** A question that follows up, or ''. */
  question: z.string(),
  names: z.array(z.string()),
  values: z.array(z.string()),
})
type DemoPromptRequest = z.infer<typeof demoPromptRequest>

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

const phrases: Record<DemoPromptRequest['language'], Phrases> = {
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

/** An answer in the prompt's language, made of what the person filled in. Each model's has a form of its own, so that columns differ. */
export function writeDemoPrompt(request: DemoPromptRequest): string {
  const words = phrases[request.language]
  if (request.question) {
    return [
      words.followUp.replace('{question}', () => oneLine(request.question)),
      words.followUpPoints.map((point) => `- ${point}`).join('\n'),
      words.closing,
    ].join('\n\n')
  }
  return [
    `## ${oneLine(request.title)}`,
    words.lead,
    given(request, words),
    `### ${words.stepsTitle}`,
    words.steps.map((step, index) => `${index + 1}. ${step}`).join('\n'),
    words.closing,
  ].join('\n\n')
}

function given({ names, values, model }: DemoPromptRequest, words: Phrases): string {
  const fields = names
    .map((name, index) => ({ name: oneLine(name), value: oneLine(values[index] ?? '') }))
    .filter(({ value }) => value !== '')
  if (fields.length === 0) return words.none
  if (model === 'claude') return fields.map(({ name, value }) => `**${name}** ${value}`).join('\n\n')
  if (model === 'gpt')
    return `### ${words.given}\n\n${fields.map(({ name, value }) => `- **${name}**: ${value}`).join('\n')}`
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const rows = fields.map(({ name, value }) => `| ${cell(name)} | ${cell(value)} |`)
  return [`| ${words.field} | ${words.value} |`, '| --- | --- |', ...rows].join('\n')
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
