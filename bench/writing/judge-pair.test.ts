import { expect, it } from 'vitest'
import type { Model } from '#server/adapters/models.ts'
import { judgePair } from './judge-pair.ts'

/** Takes the text that `choose` names, by its side. */
function judgeWho(choose: (a: string, b: string) => 'A' | 'B' | '=') {
  const prompts: string[] = []
  const model: Model = {
    name: 'compatible',
    isDemo: false,
    canReadPdf: false,
    async stream({ prompt }, onPart) {
      prompts.push(prompt)
      const [, a = '', b = ''] = /<A>\n([\s\S]*)\n<\/A>\n<B>\n([\s\S]*)\n<\/B>/.exec(prompt) ?? []
      const publish = choose(a, b)
      const verdict = {
        use: publish,
        truth: '=',
        language: publish,
        obedience: publish,
        publish,
        why: 'because',
      }
      onPart({ type: 'text', delta: JSON.stringify(verdict) })
    },
  }
  return { prompts, judge: { name: 'one', model } }
}
const pair = { order: 'Write.', ours: 'OURS', other: 'OTHER' }

it('a judge who chooses our text on both sides has decided for it, and the other way round', async () => {
  const { judge, prompts } = judgeWho((a) => (a === 'OURS' ? 'A' : 'B'))
  expect(await judgePair(judge, pair)).toEqual({
    judge: 'one',
    result: 'won',
    why: ['because', 'because'],
    marks: {
      use: ['won', 'won'],
      truth: ['tied', 'tied'],
      language: ['won', 'won'],
      obedience: ['won', 'won'],
    },
  })
  expect(prompts.map((prompt) => prompt.indexOf('OURS') < prompt.indexOf('OTHER'))).toEqual([true, false])
  const against = judgeWho((a) => (a === 'OURS' ? 'B' : 'A'))
  expect((await judgePair(against.judge, pair)).result).toBe('lost')
})

it('a judge who chooses the same side for any text has decided nothing', async () => {
  const { judge } = judgeWho(() => 'A')
  expect((await judgePair(judge, pair)).result).toBe('tied')
})

it('a judge who does not answer the question is an error, not a vote', async () => {
  const model = { ...judgeWho(() => '=').judge.model }
  model.stream = async (_, onPart) => onPart({ type: 'text', delta: 'A is better.' })
  await expect(judgePair({ name: 'one', model }, pair)).rejects.toThrow(SyntaxError)
})
