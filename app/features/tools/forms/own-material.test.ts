import { expect, it } from 'vitest'
import { contentMaxLength } from '#shared/tools.ts'
import { languageOf, readMarks, readPasted } from './own-material.ts'

it('pasted plain text becomes paragraphs; Markdown stays, and its first heading is the title', () => {
  expect(readPasted(' 첫 줄\r\n3~4월, 5~6월\n\n끝 ')).toEqual({
    title: '',
    text: '첫 줄\n\n3\\~4월, 5\\~6월\n\n끝',
  })
  expect(readPasted('# **제목**\n\n- 하나\n- 둘')).toEqual({ title: '제목', text: '- 하나\n- 둘' })
  expect(readPasted('---\ntitle: 제목\n---\n하나\n둘')).toEqual({ title: '제목', text: '하나\n둘' })
  expect(readPasted('# 1장\n\n글\n\n# 2장')).toEqual({ title: '', text: '# 1장\n\n글\n\n# 2장' })
  expect(readPasted('a\n# b')).toEqual({ title: '', text: 'a\n# b' })
})

it('underline and highlight of pasted Markdown stay, as our own Markdown files have them', () => {
  expect(readPasted('- <u>하나</u>\n- <mark>둘</mark> <b>셋</b>').text).toBe(
    '- [하나]{.underline}\n- [둘]{.mark} <b>셋</b>',
  )
})

it('a file that our notation of marks makes too long is refused as too large', () => {
  const read = (marked: number) =>
    readMarks({ title: '', text: 'a'.repeat(contentMaxLength - marked * 8) + '<u>a</u>'.repeat(marked) })
  expect(read(0).text).toHaveLength(contentMaxLength)
  expect(() => read(1)).toThrow('file_too_large')
})

it.each([
  ['도서관은 9시에 AI로 열어요', 'Korean'],
  ['The library (도서관) opens at nine in the morning every day', 'English'],
  ['図書館は九時に開きます', 'Japanese'],
  ['图书馆九点开门', 'Chinese'],
  ['Библиотека', 'Russian'],
  ['123', 'Korean'],
])('the language of “%s” is %s', (text, language) => {
  expect(languageOf(text, 'Korean')).toBe(language)
})
