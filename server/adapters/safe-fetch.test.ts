import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { html, redirect, startFakeWeb, type FakeWeb } from '#server/testing/fake-web.ts'
import { createSafeFetch } from './safe-fetch.ts'

const bytesMax = 100_000
let web: FakeWeb
beforeAll(async () => {
  web = await startFakeWeb({ bytesMax, deadlineMs: 1_500, requestsMax: 3 })
})
afterAll(() => web.close())

const { signal } = new AbortController()
const get = (address: string, options: Partial<Parameters<FakeWeb['fetch']>[1]> = {}) =>
  web.fetch(address, { signal, check: () => {}, ...options })
const textOf = async (address: string) => new TextDecoder().decode((await get(address)).data)

it('T16: a public page is read with its charset; the request has our user agent and no other header of ours', async () => {
  web.pages['a.example.com'] = html('Hello')
  const page = await get('http://a.example.com/x?y=1#z')
  expect(page).toMatchObject({ status: 200, mediaType: 'text/html', charset: 'utf-8', redirects: 0 })
  expect(new TextDecoder().decode(page.data)).toBe('Hello')
  const { headers, path } = web.asked.at(-1)!
  expect(path).toBe('/x?y=1')
  // security 97, 99
  expect(Object.keys(headers).toSorted()).toEqual([
    'accept',
    'accept-encoding',
    'accept-language',
    'connection',
    'host',
    'user-agent',
  ])
  expect(headers['user-agent']).toContain('munjang.example.com')
})

it.each([
  'http://127.1/',
  'http://0/',
  'http://2130706433/',
  'http://0177.0.0.1/',
  'http://0x7f.1/',
  'http://127.0.0.1./',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::127.0.0.1]/',
  'http://[fe80::1]/',
  'http://[fc00::1]/',
  'http://[fec0::1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.64.0.1/',
  'http://10.0.0.1/',
  'http://192.168.0.1/',
  'http://172.31.0.1/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://localhost/',
  'http://localhost./',
  'http://LOCALHOST/',
  'http://x.localhost/',
  'http://metadata/',
  'http://metadata.google.internal/',
  'http://printer.local/',
  'http://munjang.example.com/',
  'http://MUNJANG.example.com./',
  'http://a.example.com:22/',
  'https://a.example.com:80/',
  'http://me:secret@a.example.com/',
  'ftp://a.example.com/',
  'file:///etc/passwd',
  'gopher://a.example.com/',
  'javascript:alert(1)',
  'http://',
])('security 92: %s is refused before anything is opened', async (address) => {
  const before = web.connections()
  await expect(get(address)).rejects.toMatchObject({ code: 'link_refused' })
  expect(web.connections()).toBe(before)
})

it.each([
  [['10.0.0.5']],
  [['8.8.4.4', '10.0.0.5']],
  [['2606:4700::1111', '::1']],
  [['::ffff:10.0.0.5']],
  [['not an address']],
])('security 93: a name that resolves to %j is refused, whichever address is public', async (addresses) => {
  web.names['inner.example.com'] = [addresses]
  const before = web.connections()
  await expect(get('http://inner.example.com/')).rejects.toMatchObject({ code: 'link_refused' })
  expect(web.connections()).toBe(before)
})

it('security 93: a name is resolved once per hop, so a changed DNS answer is never used', async () => {
  const answers = [['8.8.4.4'], ['127.0.0.1']]
  const dialed: string[] = []
  const fetchOnce = createSafeFetch({
    ownHosts: [],
    userAgent: 'test',
    limits: { deadlineMs: 2_000 },
    resolve: () => Promise.resolve(answers.shift()!.map((address) => ({ address, family: 4 as const }))),
    dial: ({ addresses }) => {
      dialed.push(...addresses.map(({ address }) => address))
      return { addresses: [{ address: '127.0.0.1', family: 4 }], port: 1 }
    },
  })
  const page = () => fetchOnce('http://rebinding.example.com/', { signal, check: () => {} })
  await expect(page()).rejects.toMatchObject({ code: 'link_unreachable' })
  expect(answers).toEqual([['127.0.0.1']])
  await expect(page()).rejects.toMatchObject({ code: 'link_refused' })
  expect(dialed).toEqual(['8.8.4.4'])
})

it.each([
  ['http://127.0.0.1/', 'link_refused'],
  ['http://inner.example.com/', 'link_refused'],
  ['//[::1]/', 'link_refused'],
  ['file:///etc/passwd', 'link_refused'],
  ['ftp://a.example.com/', 'link_refused'],
  ['http://a.example.com:8080/', 'link_refused'],
  ['http://[', 'link_refused'],
  ['http://loop.example.com/', 'link_unreachable'],
])('security 94: a redirect to %s ends as %s', async (location, code) => {
  web.names['inner.example.com'] = [['10.0.0.5']]
  web.pages['loop.example.com'] = redirect(location)
  const before = web.connections()
  await expect(get('http://loop.example.com/')).rejects.toMatchObject({ code })
  expect(web.connections() - before).toBe(code === 'link_refused' ? 1 : 6)
})

it('security 94: five redirects are followed, each host is checked; a meta refresh is no redirect; a location cannot inject a header', async () => {
  for (let hop = 0; hop < 5; hop++)
    web.pages[`hop${hop}.example.com`] = redirect(`http://hop${hop + 1}.example.com/`)
  web.pages['hop5.example.com'] = html('<meta http-equiv="refresh" content="0;url=http://127.0.0.1/">here')
  const hosts: string[] = []
  const page = await get('http://hop0.example.com/', {
    beforeHost: (host) => {
      hosts.push(host)
      return Promise.resolve()
    },
  })
  expect([page.redirects, page.url.href, hosts.length]).toEqual([5, 'http://hop5.example.com/', 6])
  web.pages['crlf.example.com'] = redirect('/a%0d%0aX-Evil:%201')
  web.pages['crlf.example.com/a%0d%0aX-Evil:%201'] = html('same host')
  await get('http://crlf.example.com/')
  expect(web.asked.at(-1)!.headers['x-evil']).toBeUndefined()
})

it('security 96: a page in gzip or brotli is read; one that decodes beyond the limit is cut off', async () => {
  const encoded = (encoding: string, data: Buffer) => {
    web.pages['packed.example.com'] = (response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding })
      response.end(data)
    }
    return textOf('http://packed.example.com/')
  }
  expect(await encoded('gzip', gzipSync('small'))).toBe('small')
  expect(await encoded('br', brotliCompressSync('small'))).toBe('small')
  const zeros = Buffer.alloc(100_000_000)
  const before = process.memoryUsage().rss
  await expect(encoded('gzip', gzipSync(zeros))).rejects.toMatchObject({ code: 'link_too_large' })
  await expect(encoded('br', brotliCompressSync(zeros.subarray(0, 50_000_000)))).rejects.toMatchObject({
    code: 'link_too_large',
  })
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024)
  await expect(encoded('zstd', Buffer.from('x'))).rejects.toMatchObject({ code: 'link_unreachable' })
  await expect(encoded('gzip, gzip', gzipSync(gzipSync('x')))).rejects.toMatchObject({
    code: 'link_unreachable',
  })
  await expect(encoded('gzip', gzipSync('x'.repeat(1_000)).subarray(0, 15))).rejects.toMatchObject({
    code: 'link_unreachable',
  })
})

it('security 96: an endless page is cut off at the limit, whatever length it declares', async () => {
  let sent = 0
  web.pages['endless.example.com'] = (response) => {
    response.setHeader('content-type', 'text/html')
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(16_384))) sent += 16_384
    }
    response.on('drain', more)
    more()
  }
  await expect(get('http://endless.example.com/')).rejects.toMatchObject({ code: 'link_too_large' })
  expect(sent).toBeLessThan(20_000_000)
})

it('security 96: a page that arrives byte by byte, a silent one and a name that never resolves end at the deadline', async () => {
  const timers: NodeJS.Timeout[] = []
  web.pages['slow.example.com'] = (response) => {
    response.setHeader('content-type', 'text/html')
    timers.push(setInterval(() => response.write('x'), 50))
  }
  web.pages['silent.example.com'] = () => {}
  const nameless = createSafeFetch({
    ownHosts: [],
    userAgent: 'test',
    limits: { deadlineMs: 100 },
    resolve: () => new Promise(() => {}),
  })
  await Promise.all([
    expect(get('http://slow.example.com/')).rejects.toMatchObject({ code: 'link_timeout' }),
    expect(get('http://silent.example.com/')).rejects.toMatchObject({ code: 'link_timeout' }),
    expect(nameless('http://a.example.com/', { signal, check: () => {} })).rejects.toMatchObject({
      code: 'link_timeout',
    }),
  ])
  timers.forEach(clearInterval)
})

it('security 96: of ten links at once only as many are open as the semaphore allows, and the others follow', async () => {
  let open = 0
  let most = 0
  web.pages['busy.example.com'] = (response) => {
    most = Math.max(most, ++open)
    setImmediate(() => {
      open--
      html('done')(response)
    })
  }
  const pages = await Promise.all(Array.from({ length: 10 }, () => get('http://busy.example.com/')))
  expect([pages.length, most <= 3]).toEqual([10, true])
})

it('an unread connection is closed after a refused head and after an abort', async () => {
  web.pages['head.example.com'] = html('x'.repeat(50_000))
  await expect(
    get('http://head.example.com/', {
      check: () => {
        throw new Error('not this one')
      },
    }),
  ).rejects.toMatchObject({ code: 'link_unreachable' })
  const stop = new AbortController()
  const stopped = new Error('stopped')
  web.pages['silent.example.com'] = () => stop.abort(stopped)
  await expect(get('http://silent.example.com/', { signal: stop.signal })).rejects.toBe(stopped)
})
