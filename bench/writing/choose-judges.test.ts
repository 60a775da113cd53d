import { expect, it } from 'vitest'
import { chooseJudges } from './choose-judges.ts'

it('all other families that have a key judge, never the family of the writer', () => {
  expect(chooseJudges('gpt', ['gpt', 'gemini', 'claude'])).toEqual(['gemini', 'claude'])
  expect(chooseJudges('compatible', ['gpt', 'claude'])).toEqual(['gpt', 'claude'])
})

it.each([
  ['gpt', ['gpt'], '0 have a key (none): set the keys of gemini, claude'],
  ['gpt', ['gpt', 'claude'], '1 have a key (claude): set the keys of gemini'],
  ['compatible', ['gemini'], '1 have a key (gemini): set the keys of gpt, claude'],
] as const)('texts of %s are not judged with the keys of %j alone', (writer, configured, said) => {
  expect(() => chooseJudges(writer, configured)).toThrow(said)
})
