import { expect, it } from 'vitest'
import { createDraftHead, readDraft } from './draft-head.ts'

const outline = { outline: true }
const whole = '- Before nine\n- After ten\n\n# The library\n\n## Before nine\n\nIt is shut.\n'

it('a draft is split into outline, title and text', () => {
  expect(readDraft(whole, outline)).toEqual({
    outline: ['Before nine', 'After ten'],
    title: 'The library',
    text: '## Before nine\n\nIt is shut.\n',
  })
})

it('the parts are the same however the draft arrives', () => {
  for (const size of [1, 2, 3, 7, 20]) {
    const parts: string[] = []
    const head = createDraftHead(outline, {
      outline: (headings) => parts.push(headings.join()),
      title: (title) => parts.push(title),
      text: (delta) => (parts[2] = (parts[2] ?? '') + delta),
    })
    for (let at = 0; at < whole.length; at += size) head.add(whole.slice(at, at + size))
    head.end()
    expect(parts).toEqual(['Before nine,After ten', 'The library', '## Before nine\n\nIt is shut.\n'])
  }
})

it.each([
  ['without a head', 'Dear Ms Kim,\n\nhello.', { outline: [], title: '', text: 'Dear Ms Kim,\n\nhello.' }],
  [
    'with a subject line',
    '제목: 연장 문의\n\n안녕하세요.',
    { outline: [], title: '연장 문의', text: '안녕하세요.' },
  ],
  ['with a bold subject', '**Subject:** Hi\n\nHello.', { outline: [], title: 'Hi', text: 'Hello.' }],
  ['that begins with a section', '## One\n\nText', { outline: [], title: '', text: '## One\n\nText' }],
  ['that is one line', 'Hello.', { outline: [], title: '', text: 'Hello.' }],
  ['that is only a title', '# Only', { outline: [], title: 'Only', text: '' }],
  ['that is empty', '', { outline: [], title: '', text: '' }],
] as const)('a draft %s keeps all of its text', (_name, draft, parts) => {
  expect(readDraft(draft)).toEqual(parts)
})

it('an outline without a title is kept', () => {
  expect(readDraft('- One\n- Two\n\nThe text.', outline)).toEqual({
    outline: ['One', 'Two'],
    title: '',
    text: 'The text.',
  })
})

it('a text that begins with a list is text where no outline is expected', () => {
  expect(readDraft('- milk\n- eggs').text).toBe('- milk\n- eggs')
})

it('a long first line is sent while it arrives', () => {
  const sent: string[] = []
  const head = createDraftHead(outline, { outline() {}, title() {}, text: (delta) => sent.push(delta) })
  head.add('a'.repeat(400))
  expect(sent).toEqual([])
  head.add('a'.repeat(400))
  expect(sent).toEqual(['a'.repeat(800)])
})
