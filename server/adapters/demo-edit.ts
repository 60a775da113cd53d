import type { DemoRequest } from './demo-request.ts'

/** Changes that need no understanding: tidied, cut in half, repeated. The screen labels the text as a demo. */
export function writeDemoEdit({ read, instructions }: DemoRequest): string {
  const text = read('material', 'passage') || read('order', 'instruction') || read('material', 'before')
  const tidy = text
    .split('\n')
    .map((line) => line.replace(/(?<=\S)[^\S\n]+/g, ' ').trimEnd())
    .join('\n')
    .replace(/([^\s.!?。！？؟।:|>*_`~)\]-])$/u, '$1.')
  const into = /^- Translate the passage[\s\S]*^- Language: (\w+)\./m.exec(instructions)?.[1]
  if (into) return labelSentences(tidy || text, into)
  if (/^- Correct spelling/m.test(instructions)) return correctMistakes(tidy || text)
  const sentences = tidy.match(/[^.!?。！？؟।]+[.!?。！？؟।]*\s*/gu) ?? [tidy]
  if (/^- Shorten the passage/m.test(instructions))
    return sentences
      .slice(0, Math.ceil(sentences.length / 2))
      .join('')
      .trim()
  if (/^- Make the passage about twice as long/m.test(instructions))
    return `${tidy}\n\n${sentences.toReversed().join(' ').trim()}`
  return tidy || text
}

/** Each sentence, with the language that it would be translated into. Headings, lists and tables stay what they are. */
const labelSentences = (text: string, language: string): string =>
  text
    .split('\n')
    .map((line) => {
      if (/^\s*(?:\|[\s:|-]+\||!\[.*|[-*_]{3,})\s*$/.test(line)) return line
      const [sign] = /^\s*(?:#{1,6}\s|[-*>]\s|\d+\.\s)?/.exec(line)!
      return sign + line.slice(sign.length).replace(/[^.!?。！？؟।|\s][^.!?。！？؟।|]*/g, `${language}: $&`)
    })
    .join('\n')

/** A few common mistakes, so that a demo of the check has something to show. */
const mistakes: [RegExp, string][] = [
  [/됬/g, '됐'],
  [/안되(?=[고지는니])/g, '안 되'],
  [/(?<=[할갈볼쓸될을])수(?= ?[있없])/g, ' 수'],
  [/(?<= 수)(?=[있없])/g, ' '],
  [/어떻해/g, '어떡해'],
  [/몇일/g, '며칠'],
  [/금새/g, '금세'],
  [/\bteh\b/g, 'the'],
  [/\brecieve/g, 'receive'],
  [/\bdefinately\b/g, 'definitely'],
  [/\balot\b/g, 'a lot'],
]
export const correctMistakes = (text: string): string =>
  mistakes.reduce((corrected, [mistake, right]) => corrected.replace(mistake, right), text)
