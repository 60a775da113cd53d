import { expect, it } from 'vitest'
import { compareTexts } from './text-changes.ts'

const write = (before: string, after: string) =>
  compareTexts(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `{-${text}-}`))
    .join('')

it('changes are told by words, in Hangul too, and a placeholder is one word', () => {
  expect(write('제품을 소개해 주세요.', '상품을 소개해 주세요.')).toBe('{-제품을 -}{+상품을 +}소개해 주세요.')
  expect(write('about ##old name## here', 'about ##new name## here')).toBe(
    'about {-##old name## -}{+##new name## +}here',
  )
  expect(write('', '새 글')).toBe('{+새 글+}')
  expect(write('같다', '같다')).toBe('같다')
})

it('both texts can be put together again from their changes, whatever they hold', () => {
  const [before, after] = ['가\n\n나 👩‍👩‍👧 ## 다\t', '나\r\n## 라 👩‍👩‍👧\n']
  const changes = compareTexts(before, after)
  const join = (skipped: string) =>
    changes
      .filter(({ kind }) => kind !== skipped)
      .map(({ text }) => text)
      .join('')
  expect([join('added'), join('removed')]).toEqual([before, after])
})
