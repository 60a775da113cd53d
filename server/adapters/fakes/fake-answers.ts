// Answers of a careful model to the prompts of every tool: of the requested length, in the language, from the material.
// For tests only.
import { charactersOfLength, targetLength, type LengthTool } from '#shared/text-length.ts'
import { correctMistakes } from '#server/adapters/demo-edit.ts'
import { choiceOf, revisionOf, type FakeCall, type Reply } from './fake-provider.ts'

const sentences = {
  Korean: [
    '자료에 적힌 내용을 먼저 확인하고 차례대로 정리합니다.',
    '읽는 사람이 바로 판단할 수 있게 핵심부터 말합니다.',
    '아직 정해지지 않은 부분은 따로 표시해 둡니다.',
    '같은 이야기를 되풀이하지 않고 다음 단계로 넘어갑니다.',
  ],
  English: [
    'What the material says comes first, and in its order.',
    'The main point stands where a busy reader looks for it.',
    'Whatever is still open is named as open.',
    'Nothing is said twice, and each part leads to the next.',
  ],
}

/** The note on each attachment; its number follows. */
export const noted = 'A sign says that the reading room opens at nine: page'

/** All text of the call; each provider has another place for it. */
export function promptOf(call: FakeCall): string {
  const texts: string[] = []
  const collect = (value: unknown, key: string) => {
    if (typeof value === 'string') {
      if (key === 'text' || key === 'content' || key === 'system') texts.push(value)
    } else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) collect(inner, Array.isArray(value) ? key : name)
  }
  collect(call.body, '')
  return texts.join('\n')
}

/** The content of the element with this name, of any kind; '' when absent. */
export function elementOf(prompt: string, name: string): string {
  const element = new RegExp(
    `<((?:order|work|material)-[0-9a-f]{12}) name="${name}">\\n([\\s\\S]*?)\\n</\\1>`,
  )
  return element.exec(prompt)?.[2] ?? ''
}

export function answerLikeAModel(call: FakeCall): Reply {
  const prompt = promptOf(call)
  const language = prompt.includes('Language: Korean') ? 'Korean' : 'English'
  return { text: answer(call, prompt, language) }
}

function answer(call: FakeCall, prompt: string, language: keyof typeof sentences): string {
  const facts = factsOf(prompt)
  switch (call.part) {
    case 'outline': {
      const items = elementOf(prompt, 'items')
        .split('\n')
        .filter(Boolean)
        .map((line) => line.slice(2))
      const headings =
        items.length > 0 ? items : sentences[language].map((text) => text.slice(0, 24).replace(/[.,\s]$/, ''))
      return JSON.stringify({
        sections: headings.map((heading) => ({
          heading,
          share: 100 / headings.length,
          points: sentences[language].slice(0, 3),
        })),
      })
    }
    case 'titles':
      return JSON.stringify({
        titles: [0, 1, 2, 3, 4].map(
          (index) => `${'가나다라마'[index]} ${sentences[language][index % 4]!.slice(0, 24)}`,
        ),
      })
    case 'tags':
      return JSON.stringify({ tags: sentences[language].flatMap((text) => text.split(' ').slice(0, 2)) })
    case 'pictures':
      return JSON.stringify({
        pictures: (prompt.match(/ name="passage \d+">$/gm) ?? []).map((_, index) => ({
          scene: `An empty reading room in the morning, window ${index + 1}.`,
          alt: sentences[language][index % 4],
        })),
      })
    case 'notes': {
      const count = Number(/exactly (\d+), one for each attachment/.exec(prompt)?.[1])
      return JSON.stringify({
        notes: Array.from({ length: count }, (_, index) => `${noted} ${index + 1}.`),
      })
    }
    case 'revision':
      return revisionOf(elementOf(prompt, 'text'))
    case 'choice':
      return choiceOf('1')
    case 'searches':
      return JSON.stringify({
        searches: [
          { question: 'When is it open?', query: 'library opening hours' },
          { question: 'What does a card cost?', query: 'library card price' },
        ],
      })
    case 'facts':
      return JSON.stringify({ facts: factsOfPages(prompt) })
    case 'claims':
      return JSON.stringify({
        claims: (elementOf(prompt, 'passage').match(/[^.\n]+\./g) ?? []).map((sentence) => ({
          sentence: sentence.trim(),
          claim: sentence.trim(),
          query: sentence.trim().slice(0, 60),
        })),
      })
    case 'passages':
      return JSON.stringify({
        passages: elementOf(prompt, 'text').match(/[^.\n]+\.(?=\n|$)/g) ?? [],
        advice: sentences[language].slice(0, 1),
      })
    case 'verdicts':
      return JSON.stringify({
        verdicts: factsOfPages(prompt).map(({ source, quote }, index) => ({
          claim: index + 1,
          verdict: 'supported',
          source,
          quote,
          correction: '',
        })),
      })
    case 'search':
      return 'These pages say it.'
    case 'text': {
      const text = textOf(prompt, language, facts)
      return prompt.includes('<ideas>')
        ? `<ideas>\n- ${sentences[language].join('\n- ')}\n</ideas>\n\n${text}`
        : text
    }
  }
}

function textOf(prompt: string, language: keyof typeof sentences, facts: string[]): string {
  if (/^- Correct spelling/m.test(prompt)) return correctMistakes(elementOf(prompt, 'passage'))
  const rewritten = /to (?:at most|about) (\d+) characters/.exec(prompt)
  if (rewritten) return proseOf(Number(rewritten[1]) * 0.97, language, [])
  const asked = /(?:Length:|About)(?: about)? (\d+) (characters|words)/.exec(prompt)
  const slides = Number(/(?:exactly|카드뉴스) (\d+)(?: slide|장)/.exec(prompt)?.[1] ?? 0)
  if (slides > 0) return feedOf(prompt, language, { slides, facts })
  const planned = [...elementOf(prompt, 'plan').matchAll(/^## (.+)$/gm)].map((match) => match[1]!)
  const items = elementOf(prompt, 'items').match(/(?<=^- ).+$/gm) ?? []
  const usual = usualLength(prompt, language, items.length)
  const characters = asked ? Number(asked[1]) * (asked[2] === 'words' ? 5.8 : 1) : usual
  const hasOutline = /소제목을 한 줄에 하나씩|First the subheadings/.test(prompt)
  const own = hasOutline ? sentences[language].map((text) => text.slice(0, 24).replace(/[.,\s]$/, '')) : []
  const headings = [planned, items, own].find((list) => list.length > 0) ?? []
  const hasTitle = /"# "와|"# " and/.test(prompt) && !prompt.includes('<begun-')
  const head = [
    ...(hasTitle && hasOutline ? [own.map((heading) => `- ${heading}`).join('\n')] : []),
    ...(hasTitle ? [`# ${sentences[language][0]!.slice(0, 20)}`] : []),
  ]
  if (headings.length === 0) return [...head, proseOf(characters, language, facts)].join('\n\n')
  const share = characters / headings.length
  const sections = headings.map(
    (heading, index) => `## ${heading}\n\n${proseOf(share, language, index === 0 ? facts : [])}`,
  )
  return [...head, ...sections].join('\n\n')
}

/** Without a requested length a text has its usual one, in characters. */
function usualLength(prompt: string, language: keyof typeof sentences, itemsCount: number): number {
  const kind = /You write the (\w+)/.exec(prompt)?.[1] ?? ''
  const tool =
    itemsCount > 0 ? 'business-plan' : kind === 'blog' ? 'article' : kind === 'report' ? 'document' : 'email'
  return usualCharacters(tool, language, itemsCount)
}

const usualCharacters = (tool: LengthTool, language: keyof typeof sentences, itemsCount = 0): number =>
  charactersOfLength(targetLength(tool, { language }, itemsCount), language)

function feedOf(
  prompt: string,
  language: keyof typeof sentences,
  { slides, facts }: { slides: number; facts: string[] },
): string {
  const characters = Number(/(?:together at most|합쳐) (\d+)/.exec(prompt)?.[1])
  const cards = Array.from({ length: slides }, (_, index) => {
    const headline = sentences[language][index % 4]!.slice(0, 18)
    return `## ${headline}\n\n${proseOf(characters - 18, language, index === 0 ? facts : [])}`
  })
  const ordered = Number(/caption has (\d+)/.exec(prompt)?.[1] ?? 0) * (language === 'Korean' ? 1 : 5.8)
  const caption = ordered || usualCharacters('instagram-feed', language)
  return [...cards, '---', proseOf(caption, language, [])].join('\n\n')
}

/** The first sentence of each page. */
const factsOfPages = (prompt: string) =>
  [...prompt.matchAll(/ name="page (\d+): [^"]*">\n(?:[^.\n]*\n)?([^.\n]*\.)/g)].map(([, source, quote]) => ({
    source: Number(source),
    fact: quote,
    quote,
  }))

/** Sentences of the material that hold a figure: a good text does not lose them. */
function factsOf(prompt: string): string[] {
  const given = ['information', 'overview', 'career', 'strong_points']
    .map((name) => elementOf(prompt, name))
    .join('\n')
  return (given.match(/[^.!?\n]+[.!?]?/g) ?? []).map((text) => text.trim()).filter((text) => /\d/.test(text))
}

function proseOf(characters: number, language: keyof typeof sentences, facts: string[]): string {
  const made = [...facts]
  for (let index = 0; made.join(' ').length < characters; index++) made.push(sentences[language][index % 4]!)
  const prose = made.join(' ')
  return prose.length > characters ? `${prose.slice(0, Math.floor(characters) - 1).trimEnd()}.` : prose
}
