import { expect, it } from 'vitest'
import {
  findRedirect,
  inLanguage,
  searchInLanguage,
  isGuarded,
  languageOfPath,
  safeRedirect,
  signInPath,
  wantedPath,
} from './redirects.ts'

it('R15, B30: every word of the guard matches', () => {
  const paths = [
    '/ko/my',
    '/ko/usage/history',
    '/en/payment/confirm',
    '/ko/tool/history',
    '/ko/prompt/create',
    '/ko/prompt/modify/1',
    '/en/prompt/use',
  ]
  expect(paths.filter((path) => !isGuarded(path))).toEqual([])
})

it('R16, B11: the guard matches anywhere and without regard to case', () => {
  expect(isGuarded('/en/Prompt/CREATE')).toBe(true)
  expect(isGuarded('/ko/anything/My/deep')).toBe(true)
  expect(isGuarded('/ko/mystery')).toBe(true)
})

it('attacks 6, R08: an invitation is open to visitors, also where its code begins like a section of the guard', () => {
  for (const path of ['/ko/invite/MYABCDE2', '/en/invite/myabcde2', '/en/invite/USAGE234/'])
    expect(isGuarded(path), path).toBe(false)
  // A path that is not exactly an invitation is checked as before.
  for (const path of [
    '/ko/invite/MY',
    '/ko/invite/MYABCDE2/my',
    '/ko/invite/../my',
    '/ko/invite/%4dYABCDE2',
    '/fr/invite/MYABCDE2',
  ])
    expect(isGuarded(path), path).toBe(true)
})

it('R32: unguarded pages stay open to visitors', () => {
  const paths = [
    '/',
    '/ko',
    '/en/price',
    '/ko/tool/list',
    '/ko/tool/use',
    '/ko/prompt/list',
    '/ko/public/write/abc',
    '/ko/terms/use',
    '/ko/sign/in',
  ]
  expect(paths.filter(isGuarded)).toEqual([])
})

it('security 58: the guard is not passed by case, encoding, doubled slashes, dot segments or trailing dots', () => {
  const paths = [
    '/KO/My',
    '/ko/%6dy',
    '/ko/%256dy',
    '/ko//my',
    '/ko/./my',
    '/ko/x/../my',
    '/ko/%2e/my',
    '/ko/tool/%2e%2e/tool/history',
    '/ko/tool./history',
    '/ko/tool/history.',
    '/ko/tool//history',
    '/ko\\my',
    '/ko/tool%2fhistory',
    '/ko/tool%252Fhistory',
    '/ko/tool/ history',
    '/ko/%ff/my',
    '/ko/prompt%5ccreate',
  ]
  expect(paths.filter((path) => !isGuarded(path))).toEqual([])
})

it('R17: the way to sign in preserves the original query and adds the wanted path', () => {
  expect(signInPath('en', { pathname: '/en/my', search: '?tab=a&x=1' })).toBe(
    '/en/sign/in?tab=a&x=1&redirect=%2Fen%2Fmy',
  )
})

it('R18: the wanted path is restored with its query, without the parameters of the sign-in', () => {
  const query = new URLSearchParams('tab=a&redirect=/en/my&code=1&state=2&provider=kakao')
  expect(wantedPath(query, 'en')).toBe('/en/my?tab=a')
  expect(wantedPath(new URLSearchParams('redirect=/ko/tool/use?tool=article'), 'ko')).toBe(
    '/ko/tool/use?tool=article',
  )
  expect(wantedPath(new URLSearchParams(''), 'ko')).toBe('/ko')
})

it('R18: a path of this site stays unchanged, query and hash included', () => {
  expect(safeRedirect('/ko/tool/use?tool=article&url=https://e.com#form', 'ko')).toBe(
    '/ko/tool/use?tool=article&url=https://e.com#form',
  )
  expect(safeRedirect('/ko/prompt/search?q=%ED%95%9C%20%EA%B8%80//x', 'ko')).toBe(
    '/ko/prompt/search?q=%ED%95%9C%20%EA%B8%80//x',
  )
  expect(safeRedirect('/en/prompt/detail/7', 'ko')).toBe('/en/prompt/detail/7')
  expect(safeRedirect('/ko/%EA%B8%80', 'ko')).toBe('/ko/%EA%B8%80')
})

it('R18: of the signing pages only the one is a destination that closes a window', () => {
  expect(safeRedirect('/ko/sign/back?from=%2Fko%2Ftool%2Fuse', 'ko')).toBe(
    '/ko/sign/back?from=%2Fko%2Ftool%2Fuse',
  )
  for (const path of ['/ko/sign/in', '/ko/sign/back/../in', '/ko/sign/back/in', '/ko/sign/backwards'])
    expect(safeRedirect(path, 'ko'), path).toBe('/ko')
})

it('R19, security 36: no redirect leaves the site', () => {
  const corpus = [
    'https://e.com',
    'http:e.com',
    '//e.com',
    '///e.com',
    '/\\e.com',
    '\\\\e.com',
    '\t//e.com',
    '/\t/e.com',
    '/\n/e.com',
    ' //e.com',
    '%2f%2fe.com',
    '/%2fe.com',
    '/%5ce.com',
    '/%252fe.com',
    '%09//e.com',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '/javascript:alert(1)//%0aalert(1)',
    'data:text/html,x',
    'vbscript:x',
    '/ko/../..//e.com',
    '/..//e.com',
    '/./\\e.com',
    '/.//e.com',
    '@e.com',
    'user@e.com',
    'http://127.0.0.1@e.com',
    '／／e.com',
    '/／e.com',
    '/⁄e.com',
    '/∕e.com',
    'site.com.e',
    'munjang.example.e.com',
    'https://munjang.example.e.com',
    'ko/price',
    '?redirect=//e.com',
    '#//e.com',
    '',
    ' ',
    '/\u0000/e.com',
    '/\u2028/e.com',
  ]
  expect(corpus.filter((wanted) => safeRedirect(wanted, 'ko') !== '/ko')).toEqual([])
})

it('R19: a nested redirect stays a mere query of the page that it belongs to', () => {
  expect(safeRedirect('/ko/price?redirect=//e.com', 'ko')).toBe('/ko/price?redirect=//e.com')
})

it('R18: signing pages are no destination', () => {
  expect(safeRedirect('/ko/sign/in', 'ko')).toBe('/ko')
  expect(safeRedirect('/en/SIGN/confirm?x=1', 'en')).toBe('/en')
})

it('R20: a rule is found by its path; its target decides between browser and app', () => {
  const rules = [
    { from: '/ko/old', to: '/ko/price' },
    { from: '/ko/out', to: 'https://example.com/x' },
    { from: '/ko/scheme', to: '//example.com' },
    { from: '/ko/loop', to: '/ko/loop/' },
  ]
  expect(findRedirect('/ko/old/', rules)).toEqual({ to: '/ko/price', isDocument: false })
  expect(findRedirect('/ko/out', rules)).toEqual({ to: 'https://example.com/x', isDocument: true })
  expect(findRedirect('/ko/scheme', rules)).toEqual({ to: '//example.com', isDocument: true })
  expect(findRedirect('/ko/none', rules)).toBeNull()
  expect(findRedirect('/ko/loop', rules)).toBeNull()
})

it('R24: only configured languages are a prefix', () => {
  expect(languageOfPath('/ko/price')).toBe('ko')
  expect(languageOfPath('/EN')).toBe('en')
  expect(languageOfPath('/fr/price')).toBeNull()
})

it('R01: a page has its twin in the other language, and home without prefix gets one', () => {
  expect(inLanguage('/ko/tool/use', 'en')).toBe('/en/tool/use')
  expect(inLanguage('/', 'en')).toBe('/en')
})

it("P09: a search for the page's language searches for the other language there, and nothing else changes", () => {
  expect(searchInLanguage('?sort=new&language=ko', 'ko', 'en')).toBe('?sort=new&language=en')
  for (const search of ['', '?language=en', '?language=ko&language=en', '?tool=article&topic=%EB%B4%84'])
    expect(searchInLanguage(search, 'ko', 'en')).toBe(search)
})
