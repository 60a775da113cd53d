import { expect, it } from 'vitest'
import { applyEdits, markUnsupported } from './revise-text.ts'
import type { Checked } from './text-checks.ts'

const informal: Checked = { language: 'Korean', tone: 'informal', length: null }
const edit = (passage: string, replacement: string) => ({ passage, replacement })

it('an edit that repairs a finding is applied', async () => {
  expect(
    await applyEdits('물을 끓여요. 소금을 넣습니다.', [edit('소금을 넣습니다.', '소금을 넣어요.')], informal),
  ).toBe('물을 끓여요. 소금을 넣어요.')
})

it('an edit is dropped when its passage does not occur exactly once, when it adds a fault, or when it changes a heading', async () => {
  const text = '## 준비\n\n물을 끓여요. 물을 식혀요.'
  for (const bad of [
    edit('물을', '차를'),
    edit('없는 문장', '새 문장'),
    edit('', '새 문장이에요.'),
    edit('물을 끓여요.', '물을 끓입니다.'),
    edit('## 준비', '## 시작'),
  ])
    expect(await applyEdits(text, [bad], informal)).toBe(text)
})

it('a blank for the author stays a blank', async () => {
  const text = '하루 [예: 40건]을 처리했어요. 끝이에요.'
  expect(await applyEdits(text, [edit('하루 [예: 40건]을', '하루 40건을')], informal)).toBe(text)
  expect(
    await applyEdits(text, [edit('하루 [예: 40건]을 처리했어요.', '날마다 [예: 40건]을 봤어요.')], informal),
  ).toBe('날마다 [예: 40건]을 봤어요. 끝이에요.')
})

it('the text stays unchanged when it has findings and the edits do not help', async () => {
  const text = '소금을 넣습니다. 불을 꺼요.'
  expect(await applyEdits(text, [edit('불을 꺼요.', '불을 꺼 두세요.')], informal)).toBe(text)
})

it('edits of meaning are applied to a text without findings', async () => {
  expect(await applyEdits('불을 꺼요.', [edit('불을 꺼요.', '3분 뒤에 불을 꺼요.')], informal)).toBe(
    '3분 뒤에 불을 꺼요.',
  )
})

it('an edit cannot add a URL that the text does not have', async () => {
  const text = '물을 끓여요.[(1)](https://a.example.com) 불을 꺼요.'
  expect(await applyEdits(text, [edit('불을 꺼요.', '[불](https://b.example.com)을 꺼요.')], informal)).toBe(
    text,
  )
  expect(
    await applyEdits(
      text,
      [edit('물을 끓여요.[(1)](https://a.example.com)', '물을 3분 끓여요.[(1)](https://a.example.com)')],
      informal,
    ),
  ).toBe('물을 3분 끓여요.[(1)](https://a.example.com) 불을 꺼요.')
})

it('sentences that need a source are marked when they occur exactly once, and not in headings, tables or next to a mark', () => {
  const text =
    '## 절반이 온다.\n\n절반이 온다고 해요. 또 와요. 또 와요. 많아요.[(1)](https://a.example.com)\n\n| 반 | 반 |'
  const sentences = ['절반이 온다고 해요.', '또 와요.', '많아요.', '없는 문장.', '| 반 | 반 |', '']
  expect(markUnsupported(text, sentences, 'Korean')).toBe(
    text.replace('절반이 온다고 해요.', '절반이 온다고 해요. [출처 확인 필요]'),
  )
})
