import { z } from 'zod'

/** What an editor's command asks of the demo writer; travels as provider option `demo`. */
export const demoEditRequest = z.object({
  part: z.enum(['text', 'text-improve', 'text-fix', 'text-short', 'text-long', 'text-continue']),
  text: z.string(),
})

/** Changes that need no understanding: tidied, cut in half, repeated. The screen says that a demo wrote it. */
export function writeDemoEdit({ part, text }: z.infer<typeof demoEditRequest>): string {
  const tidy = text
    .split('\n')
    .map((line) => line.replace(/[^\S\n]+/g, ' ').trim())
    .join('\n')
    .replace(/([^\s.!?。！？؟।:|>*_`~)\]-])$/u, '$1.')
  const sentences = tidy.match(/[^.!?。！？؟।]+[.!?。！？؟।]*\s*/gu) ?? [tidy]
  switch (part) {
    case 'text-short':
      return sentences
        .slice(0, Math.ceil(sentences.length / 2))
        .join('')
        .trim()
    case 'text-long':
      return `${tidy}\n\n${sentences.toReversed().join(' ').trim()}`
    default:
      return tidy || text
  }
}
