import { expect, it } from 'vitest'
import { createRedirectCheck } from './redirect-target.ts'

const home = 'https://munjang.example'

it('security 38: every URL of the own origin is allowed, and no lookalike', () => {
  const check = createRedirectCheck(home, [])
  expect(check(`${home}/ko/my?a=1#b`)).toBe(`${home}/ko/my?a=1#b`)
  expect(check('HTTPS://MUNJANG.example/x')).toBe(`${home}/x`)
  for (const other of [
    undefined,
    '',
    '/ko',
    'munjang.example',
    'http://munjang.example/',
    `${home}:444/`,
    `${home}.evil.example/`,
    'https://x@munjang.example/',
  ]) {
    expect(check(other)).toBe(home)
  }
})

it('security 38: one star matches one label or segment, two stars any number, and neither crosses into another part', () => {
  const check = createRedirectCheck(home, [
    'https://*.preview.example/app/*',
    'https://**.wide.example',
    'http://localhost:5173',
  ])
  const allowed = [
    'https://a-1.preview.example/app/x',
    'https://a.b.wide.example/any/where?q=1',
    'http://localhost:5173/x',
  ]
  for (const address of allowed) expect(check(address)).toBe(address)
  const refused = [
    'https://a.preview.example/app/x/y',
    'https://a.b.preview.example/app/x',
    'https://preview.example/app/x',
    'https://evil.example/.preview.example/app/x',
    'https://evil.example?.wide.example',
    'https://a.wide.example.evil.example/',
    'https://a.wide.example:8443/',
    'http://a.wide.example/',
    'http://localhost:5174/',
  ]
  for (const address of refused) expect(check(address)).toBe(home)
})

it('security 38: an allow list with invalid URLs is refused at the start', () => {
  expect(() => createRedirectCheck(home, ['javascript:*'])).toThrow('no http(s) address')
})
