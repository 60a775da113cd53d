import { expect, it } from 'vitest'
import { checkText } from './text-checks.ts'
import { exemplifyTone } from './writing-rules.ts'

it.each(
  (['formal', 'informal', 'report'] as const).flatMap((tone) =>
    (['Korean', 'English'] as const).map((language) => [tone, language] as const),
  ),
)('the example of the tone %s in %s keeps the tone, and has no worn phrase', (tone, language) => {
  const [rule = ''] = exemplifyTone(tone, language)
  const example = /“(.+)”$/.exec(rule)![1]!
  expect(checkText(example, { language, tone, length: null })).toEqual([])
})

it('a learned tone and a message have no example', () => {
  expect([exemplifyTone('custom', 'English'), exemplifyTone('message', 'Korean')]).toEqual([[], []])
})
