import type { DemoRequest } from './demo-request.ts'

/** Changes that need no understanding: tidied, cut in half, repeated. The screen labels the text as a demo. */
export function writeDemoEdit({ read, instructions }: DemoRequest): string {
  const text = read('material', 'passage') || read('order', 'instruction') || read('material', 'before')
  const tidy = text
    .split('\n')
    .map((line) => line.replace(/[^\S\n]+/g, ' ').trim())
    .join('\n')
    .replace(/([^\s.!?。！？؟।:|>*_`~)\]-])$/u, '$1.')
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
