import { expect, it } from 'vitest'
import { languageCookie, readCookie, requestLanguage } from './language.ts'

const headers = (cookie: string, accept: string) => new Headers({ Cookie: cookie, 'Accept-Language': accept })

it('R23: cookie first, then the languages of the browser, then the fallback', () => {
  expect(requestLanguage('/', headers('a=1; lang=en', 'ko'))).toBe('en')
  expect(requestLanguage('/', headers('', 'fr, en-GB;q=0.8, ko;q=0.5'))).toBe('en')
  expect(requestLanguage('/', headers('', 'fr'))).toBe('ko')
})

it('R24: an unknown code in the cookie is ignored', () => {
  expect(requestLanguage('/', headers('lang=fr', 'en'))).toBe('en')
})

it('R01: the prefix of a path decides over the cookie', () => {
  expect(requestLanguage('/ko/price', headers('lang=en', 'en'))).toBe('ko')
})

it('A21: the language cookie lasts 365 days and is SameSite lax', () => {
  expect(languageCookie('en')).toBe('lang=en; Max-Age=31536000; Path=/; SameSite=Lax')
})

it('a cookie whose name only has the same ending is another cookie', () => {
  expect(readCookie('xlang=en; lang2=en', 'lang')).toBeUndefined()
})
