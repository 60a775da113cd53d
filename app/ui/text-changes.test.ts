import { expect, it } from 'vitest'
import { compareTexts } from './text-changes.ts'

const write = (before: string, after: string) =>
  compareTexts(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `{-${text}-}`))
    .join('')

it('changes are found by words, in Hangul too, and a placeholder is one word', () => {
  expect(write('제품을 소개해 주세요.', '상품을 소개해 주세요.')).toBe('{-제품을 -}{+상품을 +}소개해 주세요.')
  expect(write('about ##old name## here', 'about ##new name## here')).toBe(
    'about {-##old name## -}{+##new name## +}here',
  )
  expect(write('', '새 글')).toBe('{+새 글+}')
  expect(write('내용: ##특징##', '내용: ##특징##\n지역: 서울')).toBe('내용: ##특징##{+\n지역: 서울+}')
  expect(write('같다', '같다')).toBe('같다')
})

it('the later text can be rebuilt from its changes, whatever its content', () => {
  const [before, after] = ['가\n\n나 👩‍👩‍👧 ## 다\t', '나\r\n## 라 👩‍👩‍👧\n']
  const kept = compareTexts(before, after).filter(({ kind }) => kind !== 'removed')
  expect(kept.map(({ text }) => text).join('')).toBe(after)
})
