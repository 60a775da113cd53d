import { expect, it } from 'vitest'
import { isFromThisMachine, isPublicSite, requireKnownReach } from './reach.ts'

it('attacks 2: a site is public by its origin, whatever NODE_ENV is', () => {
  expect(isPublicSite({ PUBLIC_ORIGIN: 'https://munjang.example' })).toBe(true)
  expect(isPublicSite({ PUBLIC_ORIGIN: 'http://192.168.0.77:3000' })).toBe(true)
  expect(isPublicSite({ PUBLIC_ORIGIN: 'http://localhost:3000' })).toBe(false)
  expect(isPublicSite({ PUBLIC_ORIGIN: 'http://[::1]:3000' })).toBe(false)
  expect(isPublicSite({})).toBe(false)
})

it('attacks 1: a start that listens beyond this machine without an origin is refused and names the variable', () => {
  for (const HOST of ['0.0.0.0', '::', '192.168.0.77', 'munjang.local'])
    expect(() => requireKnownReach({ HOST })).toThrow(/HOST=.* Set PUBLIC_ORIGIN/)
  for (const HOST of [undefined, '', 'localhost', '127.0.0.1', '::1'])
    expect(() => requireKnownReach({ HOST })).not.toThrow()
  expect(() => requireKnownReach({ HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://munjang.example' })).not.toThrow()
})

it.each([
  ['127.0.0.1', 'localhost:3000', true],
  ['::1', '[::1]:3000', true],
  ['::ffff:127.0.0.1', '127.0.0.1:3000', true],
  // A browser under a host name of another site (DNS rebinding), and a proxy that passes the name on.
  ['127.0.0.1', 'evil.example', false],
  ['127.0.0.1', 'localhost.evil.example', false],
  ['192.168.0.77', 'localhost:3000', false],
  ['1270.0.0.1', 'localhost', false],
  [undefined, 'localhost', false],
  ['127.0.0.1', undefined, false],
  ['127.0.0.1', 'a b', false],
])('attacks 1: a request from %s that asks for %s comes from this machine: %s', (peer, host, expected) => {
  expect(isFromThisMachine({ socket: { remoteAddress: peer }, headers: { host } })).toBe(expected)
})

it.each([
  [{ 'x-forwarded-for': '203.0.113.7' }],
  [{ 'x-forwarded-host': 'munjang.example' }],
  [{ 'x-forwarded-proto': 'https' }],
  [{ 'x-real-ip': '203.0.113.7' }],
  [{ forwarded: '' }],
  [{ via: '1.1 proxy' }],
])('attacks 1: a request that a proxy on this machine passes on is not from this machine: %j', (headers) => {
  const socket = { remoteAddress: '127.0.0.1' }
  expect(isFromThisMachine({ socket, headers: { host: '127.0.0.1:3000', ...headers } })).toBe(false)
})

it('attacks 1: a proxy without headers is detected by its HTTP/1.0', () => {
  const request = { socket: { remoteAddress: '127.0.0.1' }, headers: { host: '127.0.0.1:3000' } }
  expect(isFromThisMachine({ ...request, httpVersion: '1.0' })).toBe(false)
  expect(isFromThisMachine({ ...request, httpVersion: '1.1' })).toBe(true)
})
