import { expect, it } from 'vitest'
import { describeLink, isAllowedLink, readLinkAddress } from './link-address.ts'

it('an address is accepted as people type it', () => {
  const read = Object.fromEntries(
    [
      'https://example.com/a?b=c#d',
      ' example.com ',
      'www.example.com/길',
      'http://example.com:8080/x',
      'example.com:8080/x',
      'hello@example.com',
      'mailto:hello@example.com?subject=a',
      'https://example.com/a_(b)',
      'HTTPS://Example.com',
    ].map((typed) => [typed, readLinkAddress(typed)]),
  )
  expect(read).toEqual({
    'https://example.com/a?b=c#d': 'https://example.com/a?b=c#d',
    ' example.com ': 'https://example.com/',
    'www.example.com/길': 'https://www.example.com/%EA%B8%B8',
    'http://example.com:8080/x': 'http://example.com:8080/x',
    'example.com:8080/x': 'https://example.com:8080/x',
    'hello@example.com': 'mailto:hello@example.com',
    'mailto:hello@example.com?subject=a': 'mailto:hello@example.com?subject=a',
    'https://example.com/a_(b)': 'https://example.com/a_%28b%29',
    'HTTPS://Example.com': 'https://example.com/',
  })
})

it('security: links lead to web pages and mailboxes only', () => {
  for (const typed of [
    '',
    'x',
    'two words',
    'javascript:alert(1)',
    'JavaScript://example.com/%0aalert(1)',
    'data:text/html,x',
    'ftp://example.com',
    'tel:+8210',
    '//example.com@evil',
    'https://',
    'mailto:',
    'mailto:x',
    '/ko/price',
  ])
    expect(readLinkAddress(typed), typed).toBeNull()
  expect(isAllowedLink('https://example.com')).toBe(true)
  expect(isAllowedLink('javascript:alert(1)')).toBe(false)
})

it('an address is shown without what every one has', () => {
  expect(describeLink('https://www.example.com/%EA%B8%B8')).toBe('example.com/길')
  expect(describeLink('mailto:a@example.com')).toBe('a@example.com')
  expect(describeLink('https://example.com/%E0%A4%A')).toBe('example.com/%E0%A4%A')
  expect(describeLink('https://example.com/%E2%80%AEgpj.exe')).toBe('example.com/%E2%80%AEgpj.exe')
})
