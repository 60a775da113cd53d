import { expect, it } from 'vitest'
import { applyEdits, readAnswer, withoutIdeas } from './choose-draft.ts'

it('an answer is read as choices and edits; without a choice it is none', () => {
  const answer = [
    '<notes>1 is warmer. <edit> is no edit here.</notes>',
    '<choice>2 1</choice>',
    '<edit><old>\nHello.\n</old><new>Hi.</new></edit>',
    '<edit><old>Gone. </old>\n<new></new></edit>',
    '<edit><old>not closed',
  ].join('\n')
  expect(readAnswer(answer, 2)).toEqual({
    chosen: [2, 1],
    edits: [
      { before: 'Hello.', after: 'Hi.' },
      { before: 'Gone.', after: '' },
    ],
  })
  expect(readAnswer('I would rather not.', 0)).toBeNull()
})

it.each([
  ['2', 0, [2]],
  ['2.', 1, [2]],
  ['draft 2', 3, [2]],
  ['2, 1', 2, [2, 1]],
  ['1. 2\n2. 2\n3. 1', 3, [2, 2, 1]],
  ['Q1: 2, Q2: draft 1', 2, [2, 1]],
  ['neither', 0, null],
  ['3', 0, null],
  ['2 1', 3, null],
])('the choice %j among %i answers is read as %j', (said, count, chosen) => {
  expect(readAnswer(`<choice>${said}</choice>`, count)?.chosen ?? null).toEqual(chosen)
})

const text = 'Dear Kim,\n\nWe meet at 3. Bring a cup. We meet again.\n\nBring nothing else.\n\nJo  \nThe club'

it.each([
  [
    'a passage is replaced, whatever signs the new one has',
    'Bring a cup.',
    'It costs $& or $1.',
    'Bring a cup.',
  ],
  ['a sentence that is taken out leaves one space', 'Bring a cup.', '', 'Bring a cup. '],
  [
    'a paragraph that is taken out leaves one empty line',
    'Bring nothing else.',
    '',
    'Bring nothing else.\n\n',
  ],
  ['the first one leaves nothing', 'Dear Kim,', '', 'Dear Kim,\n\n'],
])('%s', (_, before, after, replaced) => {
  expect(applyEdits(text, [{ before, after }])).toBe(text.split(replaced).join(after))
})

it('a passage that is missing, empty or not unique stays, and the others are edited', () => {
  const edits = [
    { before: 'We meet', after: 'They meet' },
    { before: '', after: 'x' },
    { before: 'We never meet.', after: 'x' },
    { before: 'at 3', after: 'at 4' },
  ]
  expect(applyEdits(text, edits)).toBe(text.replace('at 3', 'at 4'))
})

it('a second draft is what stands after its ideas; one that breaks off in them is none', () => {
  expect(withoutIdeas('<ideas>\n- A story.\n</ideas>\n\n# Hi\n\nText.')).toBe('# Hi\n\nText.')
  expect(withoutIdeas('# Hi\n\nText.')).toBe('# Hi\n\nText.')
  expect(withoutIdeas('<ideas>\n- A story.')).toBeNull()
  expect(withoutIdeas('<ideas>\n- A story.\n</ideas>\n')).toBeNull()
  expect(withoutIdeas('<Ideas>\n- A story.\n</Ideas>\n\nText.')).toBe('Text.')
  expect(withoutIdeas('ideas>\n- A story.\n\nText.')).toBeNull()
  expect(withoutIdeas(null)).toBeNull()
})
