import { expect, it } from 'vitest'
import en from '#shared/messages/en/prompts.json'
import ko from '#shared/messages/ko/prompts.json'

it('B14: the order by views is called that', () => {
  expect([ko.sort.top, en.sort.top]).toEqual(['조회순', 'Most viewed'])
})

it('B15: saving and thanking have one name each, on the button and next to the count', () => {
  expect([ko.action.save, ko.card.saves.split(' ')[0], en.action.save, en.card.saves.split(' ')[0]]).toEqual([
    '저장',
    '저장',
    'Save',
    'Saves',
  ])
  expect([
    ko.action.thank,
    ko.card.thanks.split(' ')[0],
    en.action.thank,
    en.card.thanks.split(' ')[0],
  ]).toEqual(['고마워요', '고마워요', 'Thanks', 'Thanks'])
})
