import { afterAll, beforeAll, expect, it } from 'vitest'
import { startFakeWeb, type FakeWeb } from '#server/testing/fake-web.ts'
import { isAllowed, parseRobots } from './robots.ts'

const allows = (text: string, path: string) => isAllowed(parseRobots(text, 'Munjang'), path)

it('the longest rule decides, allow wins a tie, and what no rule names is allowed', () => {
  const rules = 'User-agent: *\nDisallow: /post\nAllow: /post/open # all may\nDisallow: /both\nAllow: /both'
  expect(allows(rules, '/post/1')).toBe(false)
  expect(allows(rules, '/post/open/1')).toBe(true)
  expect(allows(rules, '/both')).toBe(true)
  expect(allows(rules, '/')).toBe(true)
  expect(allows('', '/post')).toBe(true)
  expect(allows('User-agent: *\nDisallow:', '/post')).toBe(true)
})

it('rules that name us replace those for everybody, in any number of groups', () => {
  const rules =
    'user-agent: other\nuser-agent: munjang/2.0\ndisallow: /a\n\nuser-agent: *\ndisallow: /\n\nuser-agent: MUNJANG\ndisallow: /b'
  expect([allows(rules, '/a'), allows(rules, '/b'), allows(rules, '/c')]).toEqual([false, false, true])
  expect(allows('User-agent: Munjang\nUser-agent: *\nDisallow: /a', '/a')).toBe(false)
})

it('patterns have placeholders and ends, and may be written in Hangul', () => {
  const rule = (pattern: string, path: string) => !allows(`User-agent: *\nDisallow: ${pattern}`, path)
  expect([rule('/*.php$', '/a/b.php'), rule('/*.php$', '/a/b.php?x')]).toEqual([true, false])
  expect([rule('/a$', '/a'), rule('/a$', '/ab'), rule('/*', '/a')]).toEqual([true, false, true])
  expect([rule('/a*b*c', '/a-c-b-c'), rule('/a*b*c', '/a-c-b')]).toEqual([true, false])
  expect(rule('/글', new URL('http://x/글/1').pathname)).toBe(true)
})

it('hostile rules cost one pass each', () => {
  const rules = `User-agent: *\n${`Disallow: /${'*a'.repeat(200)}b\n`.repeat(1_000)}`
  expect(allows(rules, `/${'a'.repeat(2_000)}`)).toBe(true)
})

let web: FakeWeb
beforeAll(async () => {
  web = await startFakeWeb()
})
afterAll(() => web.close())
const refusal = async (address: string) => {
  try {
    await web.robots.requireAllowed(new URL(address))
    return null
  } catch (error) {
    return (error as { code?: string }).code
  }
}

it('the rules of a host are fetched once; a missing file allows, a failing host does not', async () => {
  web.pages['closed.example.com/robots.txt'] = (response) => {
    response.setHeader('content-type', 'text/plain')
    response.end('User-agent: *\nDisallow: /private')
  }
  const asked = await Promise.all(
    ['private/1', 'private/2', 'open'].map((path) => refusal(`http://closed.example.com/${path}`)),
  )
  expect(asked).toEqual(['link_robots', 'link_robots', null])
  expect(web.asked.filter(({ host }) => host === 'closed.example.com')).toHaveLength(1)
  expect(await refusal('http://without.example.com/a')).toBeNull()
  web.pages['broken.example.com'] = (response) =>
    response.writeHead(503, { 'content-type': 'text/html' }).end('Later')
  expect(await refusal('http://broken.example.com/a')).toBe('link_unreachable')
})
