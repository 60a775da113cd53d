import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startFakeStorage, type FakeStorage } from '#server/testing/fake-storage.ts'
import { makePdf } from '#server/testing/make-pdf.ts'
import { pdfPagesMax } from '#shared/tools.ts'
import { createDocumentReader } from './document-reader.ts'

const reader = createDocumentReader()
const { signal } = new AbortController()

let storage: FakeStorage
beforeAll(async () => {
  storage = await startFakeStorage()
})
afterAll(async () => {
  await reader.stop()
  await storage.close()
})

async function readPdf(data: Uint8Array) {
  const read = await reader.read(storage.file(data), signal)
  if (read.kind !== 'pdf') throw new Error('no PDF')
  return { text: read.text, pages: read.pages }
}
async function readPicture(data: Uint8Array) {
  const read = await reader.read(storage.file(data, { name: 'a.png' }), signal)
  if (read.kind !== 'picture') throw new Error('no picture')
  return read
}
const longFile = (words: number) =>
  storage.file(makePdf(Array<string>(400).fill('word '.repeat(words))), { charactersMax: 10_000_000 })
/** 64 x 48 pixels of red with a green square, coded by x265. */
const heic = Buffer.from(
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAAEAAMAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAAYgACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAQAAAADAAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAAGptZGF0AAAAXigBrxOACLyJByj/H6fCJ8p0lWsInVP6HSj0ThWBdej40+XOo6BM5gGWtPvmaY2xjzJX1IGXvumtiTp3TZ4dBPvDEm5T3loewyjLYVOqOAbO90OfyrgYjcLqrAz9z8Q=',
  'base64',
)
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c81e28' } })

it('the text of a PDF is read page by page, up to the requested length', async () => {
  expect(await readPdf(makePdf(['The library opens at nine.', 'Closed on Mondays.']))).toEqual({
    text: 'The library opens at nine.\n\nClosed on Mondays.',
    pages: 2,
  })
  const long = await readPdf(makePdf(['x'.repeat(600), 'y'.repeat(600), 'z'.repeat(600)]))
  expect([long.text.length, long.text.includes('z')]).toEqual([1_000, false])
})

it('a scan has no text, which is not an error', async () => {
  expect(await readPdf(makePdf(['']))).toEqual({ text: '', pages: 1 })
})

it.each([
  ['a locked PDF', makePdf(['secret'], { encrypted: true }), 'pdf_encrypted'],
  ['a PDF of 2,000 pages', makePdf(Array<string>(2_000).fill('x')), 'pdf_too_many_pages'],
  ['half a PDF', makePdf(['x']).slice(0, 60), 'file_unreadable'],
  [
    'a PDF of nothing but its first line',
    makePdf(['x']).map((byte, at) => (at < 9 ? byte : 0)),
    'file_unreadable',
  ],
  ['zeros that are called PDF', new Uint8Array(4_096), 'only_tool_file_format'],
  ['nothing at all', new Uint8Array(), 'file_empty'],
])('security 86: %s is refused with its own error', async (_, data, code) => {
  await expect(readPdf(data)).rejects.toMatchObject({ code })
})

it('the longest accepted PDF has exactly the limit of pages', async () => {
  expect((await readPdf(makePdf(Array<string>(pdfPagesMax).fill('')))).pages).toBe(pdfPagesMax)
  await expect(readPdf(makePdf(Array<string>(pdfPagesMax + 1).fill('')))).rejects.toMatchObject({
    detail: { count: pdfPagesMax },
  })
})

it('U06: pictures of every format that tools take become a small JPEG', async () => {
  const square = plain(64, 48)
  for (const data of [
    await square.clone().png().toBuffer(),
    await square.clone().jpeg().toBuffer(),
    await square.clone().webp().toBuffer(),
    await square.clone().gif().toBuffer(),
    heic,
  ]) {
    const picture = await readPicture(data)
    expect(picture.mediaType).toBe('image/jpeg')
    expect(await sharp(picture.data).metadata()).toMatchObject({ format: 'jpeg', width: 64, height: 48 })
  }
})

it('security 91: a photo is rotated upright, scaled down, and loses the metadata of place and time', async () => {
  const photo = await plain(4_000, 2_000)
    .withExif({ IFD3: { GPSLatitude: '37/1 33/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { width, height, exif } = await sharp((await readPicture(photo)).data).metadata()
  expect([width, height, exif]).toEqual([784, 1_568, undefined])
})

it('security 86: a picture of too many pixels is refused by its header, before it is decoded', async () => {
  // A PNG header that declares 60,000 x 60,000 pixels, and no data.
  const header = Buffer.concat([
    Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    Buffer.from('0000ea600000ea600802000000', 'hex'),
    Buffer.from('00000000', 'hex'),
  ])
  const png = await plain(64, 48).png().toBuffer()
  const crcFixed = Buffer.concat([fixedHeader(header), png.subarray(33)])
  await expect(readPicture(crcFixed)).rejects.toMatchObject({ code: 'picture_too_many_pixels' })
})

it.each([
  ['half a HEIC', heic.subarray(0, 300)],
  [
    'a HEIC whose boxes lie about their length',
    Buffer.concat([heic.subarray(0, 24), Buffer.alloc(400, 0xff)]),
  ],
  ['letters', Buffer.from('GIF89a but not really')],
])('security 86: %s is refused, and the next picture is read', async (_, data) => {
  await expect(readPicture(data)).rejects.toMatchObject({ code: 'file_unreadable' })
  expect((await readPicture(heic)).mediaType).toBe('image/jpeg')
})

it('security 85, 86: this thread answers while decompression bombs are read, and their memory is freed', async () => {
  const header = Buffer.from('89504e470d0a1a0a0000000d494844520000ea600000ea60080200000000000000', 'hex')
  const bombs = [
    fixedHeader(header),
    Buffer.concat([heic.subarray(0, 24), Buffer.alloc(9_000_000, 0xff)]),
    Buffer.concat([Buffer.from('GIF89a\xff\xff\xff\xff', 'latin1'), Buffer.alloc(9_000_000)]),
  ]
  await readPicture(heic)
  const before = process.memoryUsage().rss
  let turns = 0
  const ticking = setInterval(() => turns++, 1)
  for (let round = 0; round < 2; round++)
    for (const { status } of await Promise.allSettled(bombs.map(readPicture))) expect(status).toBe('rejected')
  clearInterval(ticking)
  expect(turns).toBeGreaterThan(50)
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024)
  expect((await readPicture(heic)).mediaType).toBe('image/jpeg')
})

it('security 85: an endless picture is cut off while it arrives', async () => {
  let sent = 0
  const endless = createServer((_request, response) => {
    const chunk = Buffer.alloc(65_536)
    const more = () => {
      while (!response.destroyed && response.write(chunk)) sent += chunk.length
    }
    response.on('drain', more)
    more()
  })
  await new Promise<void>((resolve) => {
    endless.listen(0, '127.0.0.1', resolve)
  })
  const address = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`
  const before = process.memoryUsage().rss
  const job = {
    kind: 'file',
    name: 'a.png',
    memberId: 'a',
    charactersMax: 1,
    sign: async () => address,
  } as const
  await expect(reader.read(job, signal)).rejects.toMatchObject({ code: 'image_too_large' })
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024)
  // Bytes that were in transit when the connection closed.
  expect(sent).toBeLessThan(26 * 1024 * 1024)
  endless.closeAllConnections()
  await new Promise((resolve) => endless.close(resolve))
})

it.each([
  ['is gone', 404, 'file_gone'],
  ['lies elsewhere', 302, 'unavailable'],
  ['cannot be had', 502, 'unavailable'],
])(
  'security 97: a file that %s has its own error, and no other URL is requested',
  async (_, status, code) => {
    const asked: unknown[] = []
    const other = createServer((request, response) => {
      asked.push(request.url)
      response.writeHead(status, { location: '/elsewhere' }).end()
    })
    await new Promise<void>((resolve) => {
      other.listen(0, '127.0.0.1', resolve)
    })
    const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}/a.pdf`
    const job = {
      kind: 'file',
      name: 'a.pdf',
      memberId: 'a',
      charactersMax: 1,
      sign: async () => address,
    } as const
    await expect(reader.read(job, signal)).rejects.toMatchObject({ code })
    expect(asked).toEqual(['/a.pdf'])
    other.closeAllConnections()
    await new Promise((resolve) => other.close(resolve))
  },
)

it('security 85: a local file is read in place, up to its limit', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'near-test-'))
  const readLocalFile = async (name: string, data: Uint8Array | null) => {
    const path = join(folder, name)
    if (data) await writeFile(path, data)
    const sign = async () => pathToFileURL(path).href
    return reader.read({ kind: 'file', name, memberId: 'a', charactersMax: 100, sign }, signal)
  }
  expect(await readLocalFile('a.pdf', makePdf(['The library opens at nine.']))).toMatchObject({
    text: 'The library opens at nine.',
  })
  expect(await readLocalFile('a.heic', heic)).toMatchObject({ mediaType: 'image/jpeg' })
  const large = new Uint8Array(10 * 1024 * 1024 + 1)
  await expect(readLocalFile('b.png', large)).rejects.toMatchObject({ code: 'image_too_large' })
  await expect(readLocalFile('gone.pdf', null)).rejects.toMatchObject({ code: 'file_gone' })
  await rm(folder, { recursive: true })
})

it('attacks 8: a file does not wait for another member’s slow file', async () => {
  const { promise: address, resolve } = Promise.withResolvers<string>()
  const file = storage.file(heic, { name: 'a.heic' })
  const long = reader.read({ ...file, sign: () => address }, signal)
  expect(await readPdf(makePdf(['The library opens at nine.']))).toMatchObject({
    text: 'The library opens at nine.',
  })
  resolve(await file.sign())
  expect(await long).toMatchObject({ kind: 'picture' })
})

it.runIf(process.platform === 'linux')(
  'attacks 8: a slow file is read again in the queue of slow files',
  async () => {
    const hurried = createDocumentReader({ quick: { cpuSeconds: 0.01, timeoutMs: 60_000 } })
    let asked = 0
    const file = storage.file(makePdf(['The library opens at nine.']))
    const sign = () => {
      asked++
      return file.sign()
    }
    expect(await hurried.read({ ...file, sign }, signal)).toMatchObject({
      text: 'The library opens at nine.',
    })
    expect(asked).toBe(2)
    await hurried.stop()
  },
)

it('security 86: a job that takes too long is killed, and its semaphore slot is free again', async () => {
  const hasty = createDocumentReader({ timeoutMs: 1 })
  for (let turn = 0; turn < 2; turn++) {
    await expect(hasty.read(storage.file(heic, { name: 'a.heic' }), signal)).rejects.toMatchObject({
      code: 'file_unreadable',
    })
  }
})

it('security 86: a job that takes too much memory is killed alone', async () => {
  const small = createDocumentReader({ heapMegabytes: 16 })
  await expect(small.read(longFile(4_000), signal)).rejects.toMatchObject({ code: 'file_unreadable' })
})

it.runIf(process.platform === 'linux')(
  'security 86: memory outside the heap of JavaScript is limited too, and so is CPU time',
  async () => {
    for (const limits of [{ memoryMegabytes: 60 }, { cpuSeconds: 0.1 }]) {
      const small = createDocumentReader(limits)
      await expect(small.read(longFile(400), signal)).rejects.toMatchObject({ code: 'file_unreadable' })
    }
  },
)

it('security 96: a full queue refuses the next job, an aborted wait frees its slot, and the queue continues', async () => {
  const short = createDocumentReader({ waitingMax: 1 })
  const read = (asked = signal) => short.read(storage.file(heic, { name: 'a.heic' }), asked)
  const leaving = new AbortController()
  const [first, other, second] = [read(), read(), read(leaving.signal)]
  await expect(read()).rejects.toMatchObject({ code: 'reader_busy' })
  leaving.abort(new Error('left'))
  await expect(second).rejects.toThrow('left')
  const third = read()
  const contents = await Promise.all([first, other, third])
  expect(contents.map(({ kind }) => kind)).toEqual(['picture', 'picture', 'picture'])
})

it('a page does not wait for a slow file', async () => {
  const { promise: address, resolve } = Promise.withResolvers<string>()
  const file = storage.file(heic, { name: 'a.heic' })
  const long = reader.read({ ...file, sign: () => address }, signal)
  const html = new TextEncoder().encode('<title>x</title><article><p>Open at nine.</p></article>')
  const page = {
    kind: 'page',
    memberId: 'a',
    data: html,
    address: 'https://a.example',
    charset: '',
    charactersMax: 100,
  } as const
  expect(await reader.read(page, signal)).toMatchObject({ title: 'x' })
  resolve(await file.sign())
  expect(await long).toMatchObject({ kind: 'picture' })
})

it('an aborted reader stops with the signal’s reason', async () => {
  const abort = new AbortController()
  const reading = reader.read(storage.file(heic, { name: 'a.heic' }), abort.signal)
  abort.abort(new Error('stopped'))
  await expect(reading).rejects.toThrow('stopped')
})

it('a 10 MB PDF is read in another process, and this one is not blocked', async () => {
  const pages = Array<string>(400).fill('A line of words that says nothing new. '.repeat(640))
  const data = makePdf(pages)
  expect(data.length).toBeGreaterThan(9.5 * 1024 * 1024)
  let turns = 0
  let isReading = true
  const count = () => {
    turns++
    if (isReading) setImmediate(count)
  }
  setImmediate(count)
  const read = await reader.read(storage.file(data, { charactersMax: 1_000_000 }), signal)
  isReading = false
  expect(read.kind === 'pdf' && read.text.length).toBeGreaterThan(990_000)
  // A blocked event loop would turn a few times at most.
  expect(turns).toBeGreaterThan(1_000)
})

it('a page is read as its article, in the charset that it declares', async () => {
  const article = 'The market opens at six and sells what was caught at four. '.repeat(12)
  const html = `<!doctype html><title>Busan market</title><nav>Menu</nav><article><h1>Busan market</h1><p>${article}</p></article><script>alert(1)</script>`
  const read = (data: Uint8Array, charset: string) =>
    reader.read(
      {
        kind: 'page',
        memberId: 'a',
        data: new Uint8Array(data),
        address: 'https://a.example/x',
        charset,
        charactersMax: 200,
      },
      signal,
    )
  const page = await read(Buffer.from(html), '')
  expect(page).toMatchObject({ title: 'Busan market' })
  expect(page.text).toMatch(/^(Busan market\n)?The market opens/)
  expect([page.text.length, page.text.includes('alert')]).toEqual([200, false])
  // EUC-KR: 시장 is BD C3 C0 E5.
  const korean = Buffer.concat([
    Buffer.from('<meta charset="euc-kr"><title>x</title><article><p>'),
    Buffer.from('bdc3c0e520'.repeat(80), 'hex'),
    Buffer.from('</p></article>'),
  ])
  expect((await read(korean, '')).text).toContain('시장 시장')
  // Neither `html` nor `head`, and hardly any text.
  const short = '<!doctype html><title>Once</title><body><nav>Menu</nav><article><p>Asked once.</p></article>'
  expect(await read(Buffer.from(short), '')).toMatchObject({ title: 'Once', text: 'Asked once.' })
  await expect(read(Buffer.from('<html><body></body></html>'), '')).rejects.toMatchObject({
    code: 'link_unreadable',
  })
})

it('a page has its subheadings and pictures, also where a Naver post writes them without heading elements', async () => {
  const text = `<p>${'The market opens at six and sells what was caught at four. '.repeat(12)}</p>`
  const read = (body: string) =>
    reader.read(
      {
        kind: 'page',
        memberId: 'a',
        data: new TextEncoder().encode(
          `<title>Market</title><body><nav><h2>Menu</h2></nav><article>${body}</article>`,
        ),
        address: 'https://a.example/x',
        charset: '',
        charactersMax: 2_000,
      },
      signal,
    )
  expect(
    await read(`${text}<h2>How  to get there</h2>${text}<h3>Prices</h3><img src="/a.png">${text}`),
  ).toMatchObject({ headings: ['How to get there', 'Prices'], pictures: 1 })
  const title = '<div class="se-component se-sectionTitle"><div><p><span>가는 길</span></p></div></div>'
  expect(await read(`${text}${title}${text}`)).toMatchObject({ headings: ['가는 길'] })
  const many = Array.from({ length: 60 }, (_, index) => `<h2>${index} ${'x'.repeat(300)}</h2>`).join('')
  const { headings } = await read(text + many)
  expect([headings.length, headings[0]!.length]).toEqual([40, 120])
})

/** libpng checks the header's CRC-32. */
function fixedHeader(header: Buffer): Buffer {
  const body = header.subarray(12, 29)
  let crc = ~0
  for (const byte of body) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  const fixed = Buffer.from(header)
  fixed.writeUInt32BE(~crc >>> 0, 29)
  return fixed
}

it('server B12: a member’s second file waits for the first, and another member’s does not', async () => {
  const { promise: address, resolve } = Promise.withResolvers<string>()
  const [first, second] = ['first', 'second'].map((name) =>
    storage.file(makePdf([name]), { memberId: 'one' }),
  )
  const ended: string[] = []
  const reading = [
    reader.read({ ...first!, sign: () => address }, signal).then(() => ended.push('first')),
    reader.read(second!, signal).then(() => ended.push('second')),
  ]
  await reader.read(storage.file(makePdf(['other'])), signal)
  expect(ended).toEqual([])
  resolve(await first!.sign())
  await Promise.all(reading)
  expect(ended).toEqual(['first', 'second'])
})

it('a member with too many files at once is refused, and other members are not', async () => {
  const short = createDocumentReader({ waitingMaxOfHolder: 1 })
  const read = (memberId: string) => short.read(storage.file(heic, { name: 'a.heic', memberId }), signal)
  const [first, second] = [read('one'), read('one')]
  await expect(read('one')).rejects.toMatchObject({ code: 'reader_busy' })
  const contents = await Promise.all([first, second, read('other')])
  expect(contents.map(({ kind }) => kind)).toEqual(['picture', 'picture', 'picture'])
  await short.stop()
})
