import { expect, it } from 'vitest'
import { asHashtags, withoutHashtags } from './tags.ts'

it.each([
  ['a line of hashtags is dropped', '가을 길이에요.\n\n#가을 #산책', '가을 길이에요.'],
  ['hashtags after the last sentence are dropped', '가을 길이에요. #가을 #산책', '가을 길이에요.'],
  ['a hashtag within a sentence becomes its word', '오늘은 #북카페 이야기예요.', '오늘은 북카페 이야기예요.'],
  ['the last word of a sentence stays', 'We all love #books', 'We all love books'],
  ['an escaped sign is one too', '가을.\n\n\\#가을 \\#산책', '가을.'],
  ['hashtags between paragraphs leave no gap', 'One.\n\n#a #b\n\nTwo.', 'One.\n\nTwo.'],
  ['a list with bullets between hashtags is dropped', 'One.\n\n#a · #b | #c', 'One.'],
  ['an emoji before hashtags stays', '또 만나요 📚 #책 #서점', '또 만나요 📚'],
  [
    'a number, an address and a programming language are none',
    '#1 is C# at a.com/#top',
    '#1 is C# at a.com/#top',
  ],
  ['a number of an issue is none', 'Issue #12 is done.\n\n#12', 'Issue #12 is done.\n\n#12'],
  [
    'a colour within a sentence is none',
    '벽은 #fff로, 문은 #0A0a0a 색이에요.',
    '벽은 #fff로, 문은 #0A0a0a 색이에요.',
  ],
  [
    'a colour after a sentence or on its own line is none',
    'White. #ffffff\n#F5F5DC',
    'White. #ffffff\n#F5F5DC',
  ],
  ['words of the letters of colours are hashtags', '우리 #cafe 이야기. #facade', '우리 cafe 이야기.'],
  ['among hashtags, letters of a colour are one too', '또 만나요. #b2b #마케팅', '또 만나요.'],
  [
    'a word that begins like a colour is a hashtag',
    '오늘 #aaa건전지 이야기예요.',
    '오늘 aaa건전지 이야기예요.',
  ],
  ['a year and a word are a hashtag', '오늘은 #2026여행 이야기예요.', '오늘은 2026여행 이야기예요.'],
  ['a caption of hashtags alone is empty', '#a #b', ''],
])('%s', (_, caption, expected) => {
  expect(withoutHashtags(caption)).toBe(expected)
})

it('a feed has five hashtags at most, without signs and spaces', () => {
  expect(asHashtags(['#동네 책방', 'a', 'b', 'A', 'c', 'd', 'e'])).toEqual(['동네책방', 'A', 'b', 'c', 'd'])
})
