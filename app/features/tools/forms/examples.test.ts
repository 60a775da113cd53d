// The stored examples show what the tools do: they follow their own orders.
import { expect, it } from 'vitest'
import en from '#shared/messages/en/examples.json'
import ko from '#shared/messages/ko/examples.json'
import { measureText, type TextUnit } from '#shared/measure.ts'

const languages = { ko, en }

it.each(['ko', 'en'] as const)(
  'F11: the answers of the example of a cover letter fill 95 to 99 percent of their limits (%s)',
  (language) => {
    const { draft, content } = languages[language]['cover-letter']
    const answers = content.split(/^## .*$/m).slice(1)
    expect(answers).toHaveLength(draft.questions.length)
    for (const [index, { limit, unit }] of draft.questions.entries()) {
      const share = measureText(answers[index]!.trim(), unit as TextUnit) / limit
      expect([share >= 0.95, share <= 0.99], String(share)).toEqual([true, true])
    }
  },
)

it.each(['ko', 'en'] as const)(
  'F10: no example describes an experience in the first person that its order does not contain (%s)',
  (language) => {
    for (const tool of ['article', 'instagram-feed'] as const)
      expect(languages[language][tool].content).not.toMatch(/저는|제가|(?<![A-Za-z])I(?![A-Za-z])/)
  },
)
