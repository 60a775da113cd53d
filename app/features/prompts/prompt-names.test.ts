import { expect, it } from 'vitest'
import en from '#shared/messages/en/prompts.json'
import ko from '#shared/messages/ko/prompts.json'

it('B14: the order by views is called that', () => {
  expect([ko.sort.top, en.sort.top]).toEqual(['조회순', 'Most viewed'])
})

it('B15: saving and thanking have one name each, on the button and next to the count', () => {
  for (const { action, card } of [ko, en]) {
    expect(card.saves.startsWith(action.save)).toBe(true)
    expect(card.thanks.startsWith(action.thank)).toBe(true)
    expect(action.save).not.toBe(action.thank)
  }
})
