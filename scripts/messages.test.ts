// Both languages have the same messages, with the same placeholders, each in its own script.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folder = (language: string) => new URL(`../shared/messages/${language}/`, import.meta.url)
const files = readdirSync(folder('ko'))

function flatten(node: unknown, path = ''): [string, string][] {
  if (typeof node === 'string') return [[path, node]]
  return Object.entries(node as object).flatMap(([key, value]) =>
    flatten(value, path ? `${path}.${key}` : key),
  )
}
const wordsOf = (language: string, file: string) =>
  new Map(flatten(JSON.parse(readFileSync(new URL(file, folder(language)), 'utf8'))))
const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)/g)].map((match) => match[1]).sort((a, b) => (a! < b! ? -1 : 1))

it('O20: both languages have the same files', () => {
  expect(readdirSync(folder('en'))).toEqual(files)
})

for (const file of files) {
  it(`O20: ${file} has every word in both languages, with the same placeholders`, () => {
    const [ko, en] = [wordsOf('ko', file), wordsOf('en', file)]
    expect([...en.keys()]).toEqual([...ko.keys()])
    for (const [key, text] of ko) {
      expect(text.trim(), `ko ${key}`).not.toBe('')
      expect(en.get(key)?.trim(), `en ${key}`).not.toBe('')
      expect(placeholders(en.get(key)!), key).toEqual(placeholders(text))
    }
  })
}

/** Words that a glossary has replaced, with their replacements. Examples are texts and not words of the interface. */
const retired: Record<'ko' | 'en', [pattern: RegExp, instead: string][]> = {
  ko: [
    [/낱말|까닭|견주|견줘/, '단어, 검색어, 이유, 비교하다'],
    [/값을 치르|값을 치러/, '토큰이 차감되다'],
    [/대답/, '응답, 답변'],
    [/그만두기|그만둠/, '취소, 적용 안 함'],
    [/잠시 뒤/, '잠시 후'],
    [/고객센터/, '문의하기'],
    [/추천 코드/, '초대 코드'],
    [/첫 화면|처음 화면/, '홈'],
    [/화면 색|화면 밝기/, '화면 테마'],
    [/결제 회사/, '결제사'],
    [/우리(?: |는|의|에게|가 )/, '저희, 문장'],
    [/토큰 \{\w+\|#\}개/, '{n|#} 토큰'],
  ],
  en: [
    [/e-mail/i, 'email'],
    [/\b(?:whoever|somebody)\b/i, 'anyone, someone, the person who'],
    [/\bcancelled\b|\banalyse|\bfavourite/i, 'American spelling'],
    [/(?<!cover |just )\bletters?\b(?! and digits)/i, 'email'],
    [/cost you nothing/i, 'No tokens were used'],
    [/\bgo(?:es)? on\b/i, 'continue'],
    [/\bstands\b|\banew\b/i, 'is shown, is, again'],
    [/\bthe digits\b/i, 'the code'],
    [/of your own/i, 'your own'],
  ],
}

it.each(['ko', 'en'] as const)(
  'no message contains a word that the glossary has replaced (%s)',
  (language) => {
    const found = files
      .filter((file) => file !== 'examples.json')
      .flatMap((file) => [...wordsOf(language, file)].map(([key, text]) => ({ at: `${file} ${key}`, text })))
      .flatMap(({ at, text }) =>
        retired[language]
          .filter(([pattern]) => pattern.test(text))
          .map(([, instead]) => `${at}: ${text} (${instead})`),
      )
    expect(found).toEqual([])
  },
)
