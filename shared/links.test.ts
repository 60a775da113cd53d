import { expect, it } from 'vitest'
import { findLinks, linkMaxLength } from './links.ts'

it.each(['.', ')', '.)'])(
  'attacks 10: a hundred thousand of %j after a URL are cut without a deep stack',
  (mark) => {
    expect(findLinks(`https://example.com/a${mark.repeat(100_000 / mark.length)}`)).toEqual([
      'https://example.com/a',
    ])
  },
)

it.each([
  ['https://example.com/a?b=c#d', ['https://example.com/a?b=c#d']],
  ['www.example.com/a 그리고 HTTP://example.org', ['https://www.example.com/a', 'HTTP://example.org']],
  ['(https://example.com/a), “https://example.com/b”.', ['https://example.com/a', 'https://example.com/b']],
  ['https://ko.wikipedia.org/wiki/한글', ['https://ko.wikipedia.org/wiki/한글']],
  ['https://en.wikipedia.org/wiki/Ink_(album)', ['https://en.wikipedia.org/wiki/Ink_(album)']],
  [
    'https://example.com/post/123를 보고, https://example.com에서',
    ['https://example.com/post/123', 'https://example.com'],
  ],
  ['https://example.com/2024년', ['https://example.com/2024년']],
  ['[글](https://example.com/a)', ['https://example.com/a']],
  ['https://example.com/a\nhttps://example.com/a', ['https://example.com/a']],
  ['ftp://example.com, file:///etc/passwd, example.com, www., http://', []],
  [`https://example.com/${'a'.repeat(linkMaxLength)}`, []],
])('T16: the links in %j are %j', (text, links) => {
  expect(findLinks(text)).toEqual(links)
})
