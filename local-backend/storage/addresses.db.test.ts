import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOperator, createVisitor, signIn, typed, type SignedIn } from '#backend/testing/sign-in.ts'
import { startStorageBackend, type StorageBackend } from '#backend/testing/storage-backend.ts'

let backend: StorageBackend
let ada: SignedIn
let eve: SignedIn
let now = Date.now()
const own = (name: string) => `${ada.session.user.id}/${name}`
const files = () => ada.client.storage.from('own')

beforeAll(async () => {
  backend = await startStorageBackend({ now: () => now })
  ada = await signIn(backend, 'google', typed('Ada', 'ada@example.com', true))
  eve = await signIn(backend, 'google', typed('Eve', 'eve@example.com', true))
  await files().upload(own('text.txt'), '0123456789', { contentType: 'text/plain' })
  for (const [name, type] of [
    ['page.html', 'text/html'],
    ['page.xhtml', 'application/xhtml+xml'],
    ['icon.svg', 'image/svg+xml'],
    ['feed.xml', 'text/xml'],
    ['paper.pdf', 'application/pdf'],
    ['app.js', 'text/javascript'],
    ['odd', 'Text/HTML; charset=utf-8'],
    ['photo.png', 'image/png'],
  ] as const) {
    await ada.client.storage
      .from('open')
      .upload(own(name), '<script>alert(1)</script>', { contentType: type })
  }
})
afterAll(() => backend.stop())

const publicUrl = (name: string, options?: { download: string | true }) =>
  ada.client.storage.from('open').getPublicUrl(own(name), options).data.publicUrl

it('a signed URL opens one file for its duration, also in another browser', async () => {
  const { data } = await files().createSignedUrl(own('text.txt'), 60)
  const opened = await fetch(data?.signedUrl ?? '')
  expect(opened.status).toBe(200)
  expect(await opened.text()).toBe('0123456789')
  expect(opened.headers.get('cache-control')).toBe('private, max-age=60')
  now += 61_000
  const late = await fetch(data?.signedUrl ?? '')
  expect(late.status).toBe(400)
  expect(await late.json()).toMatchObject({
    error: 'InvalidJWT',
    message: '"exp" claim timestamp check failed',
  })
})

it('security 88: a signed URL does not open another file, upload anything or replace a session', async () => {
  const { data } = await files().createSignedUrl(own('text.txt'), 60)
  const token = new URL(data?.signedUrl ?? '').searchParams.get('token') ?? ''
  const at = (path: string) => `${backend.url}/storage/v1/object/${path}`
  await files().upload(own('other.txt'), 'secret', { contentType: 'text/plain' })
  for (const address of [
    at(`sign/own/${own('other.txt')}?token=${token}`),
    at(`sign/own/${own('text.txt')}`),
    at(`sign/own/${own('text.txt')}?token=${token.slice(0, -4)}AAAA`),
    at(`sign/own/${own('text.txt')}?token=${ada.session.access_token}`),
  ]) {
    expect((await fetch(address)).status).toBe(400)
  }
  const upload = await fetch(at(`upload/sign/own/${own('text.txt')}?token=${token}`), {
    method: 'PUT',
    body: 'x',
  })
  expect(upload.status).toBe(400)
  const asSession = await fetch(at(`own/${own('text.txt')}`), {
    headers: { apikey: backend.keys.publishableKey, authorization: `Bearer ${token}` },
  })
  expect(asSession.status).toBe(400)
})

it('several signed URLs are returned at once, with an error for each file that the caller may not see', async () => {
  const { data } = await files().createSignedUrls([own('text.txt'), own('never.txt')], 60, { download: true })
  expect(data?.map(({ path, error }) => [path, error])).toEqual([
    [own('text.txt'), null],
    [own('never.txt'), 'Either the object does not exist or you do not have access to it'],
  ])
  const opened = await fetch(data?.[0]?.signedUrl ?? '')
  expect(opened.headers.get('content-disposition')).toBe('attachment')
  const foreign = await eve.client.storage.from('own').createSignedUrls([own('text.txt')], 60)
  expect(foreign.data?.[0]?.signedUrl).toBeNull()
})

it('a signed URL for an upload works once per key, for two hours, for its owner, without any key', async () => {
  const { data } = await files().createSignedUploadUrl(own('later.txt'))
  const token = data?.token ?? ''
  const visitor = createVisitor(backend).storage.from('own')
  const uploaded = await visitor.uploadToSignedUrl(
    own('later.txt'),
    token,
    new Blob(['later'], { type: 'text/plain' }),
  )
  expect(uploaded.error).toBeNull()
  expect(await (await files().download(own('later.txt'))).data?.text()).toBe('later')
  const again = await fetch(data?.signedUrl ?? '', { method: 'PUT', body: 'again' })
  expect(await again.json()).toMatchObject({ statusCode: '409' })
  const other = await visitor.uploadToSignedUrl(own('elsewhere.txt'), token, 'x')
  expect(other.error).toMatchObject({ message: 'Invalid signature' })
  const twice = await files().createSignedUploadUrl(own('later.txt'), { upsert: true })
  now += 7_201_000
  const late = await visitor.uploadToSignedUrl(own('later.txt'), twice.data?.token ?? '', 'late', {
    upsert: true,
  })
  expect(late.error).toMatchObject({ message: '"exp" claim timestamp check failed' })
})

it('security 88: another member may not read, list, sign, overwrite, move, copy, delete or upload next to a file', async () => {
  const theirs = eve.client.storage.from('own')
  const path = own('text.txt')
  const refusals = {
    download: (await theirs.download(path)).error,
    info: (await theirs.info(path)).error,
    sign: (await theirs.createSignedUrl(path, 60)).error,
    signUpload: (await theirs.createSignedUploadUrl(path, { upsert: true })).error,
    upload: (await theirs.upload(own('hers.txt'), 'x', { contentType: 'text/plain' })).error,
    upsert: (await theirs.upload(path, 'x', { upsert: true, contentType: 'text/plain' })).error,
    update: (await theirs.update(path, 'x', { contentType: 'text/plain' })).error,
    move: (await theirs.move(path, `${eve.session.user.id}/mine.txt`)).error,
    copy: (await theirs.copy(path, `${eve.session.user.id}/mine.txt`)).error,
  }
  expect(Object.entries(refusals).filter(([, error]) => error === null)).toEqual([])
  expect((await theirs.remove([path])).data).toEqual([])
  expect((await theirs.list(ada.session.user.id)).data).toEqual([])
  expect(await (await files().download(path)).data?.text()).toBe('0123456789')
})

it('security 88: a visitor sees nothing of a private bucket, not even its existence', async () => {
  const visitor = createVisitor(backend).storage
  expect((await visitor.from('own').list(ada.session.user.id)).data).toEqual([])
  expect((await visitor.listBuckets()).data).toEqual([])
  expect((await visitor.getBucket('own')).error).toMatchObject({ message: 'Bucket not found' })
  const direct = await fetch(visitor.from('own').getPublicUrl(own('text.txt')).data.publicUrl)
  expect(await direct.json()).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
  expect((await visitor.from('nowhere').download('x')).error).toMatchObject({ message: 'Bucket not found' })
})

it('B21, security 83: active content is served as a download, HTML as text, and everything sandboxed and with nosniff', async () => {
  for (const name of ['page.html', 'page.xhtml', 'icon.svg', 'feed.xml', 'paper.pdf', 'app.js', 'odd']) {
    const { headers } = await fetch(publicUrl(name))
    expect([name, headers.get('content-disposition')]).toEqual([name, 'attachment'])
    expect(headers.get('content-type')).not.toMatch(/html(?!\+)/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox$/)
  }
  const picture = await fetch(publicUrl('photo.png'))
  expect(picture.headers.get('content-disposition')).toBeNull()
  expect(picture.headers.get('x-content-type-options')).toBe('nosniff')
})

it('a download gets the requested name, which cannot break out of its header', async () => {
  const named = await fetch(publicUrl('photo.png', { download: '글 "1".png' }))
  expect(named.headers.get('content-disposition')).toBe(
    `attachment; filename=%EA%B8%80%20%221%22.png; filename*=UTF-8''%EA%B8%80%20%221%22.png;`,
  )
  const injected = await fetch(
    `${publicUrl('photo.png')}?download=${encodeURIComponent('a\r\nset-cookie: x=1')}`,
  )
  expect(injected.headers.get('set-cookie')).toBeNull()
})

it('ranges: the first, the last and the rest of a file, and 416 beyond its end', async () => {
  const { data } = await files().createSignedUrl(own('text.txt'), 60)
  const get = (range: string, more: Record<string, string> = {}) =>
    fetch(data?.signedUrl ?? '', { headers: { range, ...more } })
  const first = await get('bytes=0-3')
  expect([first.status, first.headers.get('content-range'), await first.text()]).toEqual([
    206,
    'bytes 0-3/10',
    '0123',
  ])
  expect(await (await get('bytes=7-')).text()).toBe('789')
  expect(await (await get('bytes=-2')).text()).toBe('89')
  expect(await (await get('bytes=5-99')).text()).toBe('56789')
  expect((await get('bytes=0-1,4-5')).status).toBe(200)
  expect((await get('bytes=0-3', { 'if-range': '"another"' })).status).toBe(200)
  expect((await get('bytes=0-3', { 'if-range': first.headers.get('etag') ?? '' })).status).toBe(206)
  expect((await get('bytes=10-')).status).toBe(416)
})

it('conditional requests: 304 for an unchanged file, the whole file after a change', async () => {
  const { headers } = await fetch(publicUrl('photo.png'))
  const ask = async (asked: Record<string, string>) =>
    (await fetch(publicUrl('photo.png'), { headers: asked })).status
  const eTag = headers.get('etag') ?? ''
  const lastModified = headers.get('last-modified') ?? ''
  expect(await ask({ 'if-none-match': eTag })).toBe(304)
  expect(await ask({ 'if-none-match': `"x", W/${eTag}` })).toBe(304)
  expect(await ask({ 'if-none-match': '"x"' })).toBe(200)
  expect(await ask({ 'if-modified-since': lastModified })).toBe(304)
  expect(await ask({ 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).toBe(200)
  expect(await ask({ 'if-none-match': '"x"', 'if-modified-since': lastModified })).toBe(200)
})

it('HEAD returns size and type without the bytes', async () => {
  const head = await fetch(publicUrl('photo.png'), { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '25', ''])
})

it('security 88: keys with parent segments, hidden segments or double encoding are refused for every caller', async () => {
  const operator = createOperator(backend).storage.from('own')
  for (const key of ['a%2f..%2fb', 'nul%00', '한글.txt', 'x'.repeat(1_025), '..%2f..%2fx']) {
    const { error } = await operator.upload(key, 'x', { contentType: 'text/plain' })
    expect({ key, code: (error as { code?: string } | null)?.code }).toEqual({ key, code: 'InvalidKey' })
  }
  const climbing = await operator.upload('a/%2e%2e/%2e%2e/etc/passwd', 'x', { contentType: 'text/plain' })
  expect(climbing.error).toMatchObject({ message: 'Bucket not found' })
  expect((await operator.move('text.txt', '../text.txt')).error).toMatchObject({ code: 'InvalidKey' })
  expect((await operator.copy('../text.txt', 'text.txt')).error).toMatchObject({ code: 'InvalidKey' })
  expect((await backend.listFiles()).every((name) => /^[0-9a-f-]{36}$/.test(name))).toBe(true)
})

it('requests without a key, with a wrong one and with an invalid session are refused', async () => {
  const address = `${backend.url}/storage/v1/object/own/${own('text.txt')}`
  const ask = async (headers: Record<string, string>) => (await fetch(address, { headers })).status
  expect(await ask({})).toBe(401)
  expect(await ask({ apikey: 'sb_publishable_wrong' })).toBe(401)
  const broken = { apikey: backend.keys.publishableKey, authorization: 'Bearer a.b.c' }
  expect(await ask(broken)).toBe(400)
})

it('backend S6: a file is served under one type with no parameter except its charset, and never runs', async () => {
  const typed = async (name: string, contentType: string) => {
    await ada.client.storage.from('open').upload(own(name), 'alert(1)', { contentType })
    const { headers } = await fetch(publicUrl(name))
    return [headers.get('content-type'), headers.get('content-disposition')]
  }
  expect(await typed('a.png', 'image/png; x=x, text/javascript')).toEqual(['image/png', null])
  expect(await typed('b.png', 'image/png;a=",image/svg+xml')).toEqual(['image/png', null])
  expect(await typed('c.txt', 'text/plain; charset=euc-kr')).toEqual(['text/plain; charset=euc-kr', null])
  expect(await typed('d.html', 'text/html;charset=x, text/javascript')).toEqual(['text/plain', 'attachment'])
})

it('backend S6: a type or cache rule that is invalid as a header is refused and cannot break responses', async () => {
  for (const metadata of [
    { mimetype: 'image/png\r\nx-evil: 1' },
    { mimetype: 'image/png; name=그림' },
    { cacheControl: 'max-age=60\r\nset-cookie: a=b' },
    { cacheControl: '캐시' },
  ]) {
    const answer = await fetch(`${backend.url}/storage/v1/object/copy`, {
      method: 'POST',
      headers: {
        apikey: backend.keys.publishableKey,
        authorization: `Bearer ${ada.session.access_token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        bucketId: 'open',
        sourceKey: own('photo.png'),
        destinationKey: own('copied.png'),
        copyMetadata: false,
        metadata,
      }),
    })
    expect(await answer.json()).toMatchObject({ statusCode: '400', code: 'InvalidRequest' })
  }
})
