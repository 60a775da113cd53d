// Members' files from the helper that pages use down to the disk: product, client and backend together.
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signUpload, uploadFile } from '#app/session/upload-file.ts'
import { createMember, createTestDatabase, type TestDatabase } from '#scripts/testing/database.ts'
import { signMemberToken } from '#scripts/testing/member-token.ts'
import { startBackend, type StartedBackend } from '#scripts/testing/started-backend.ts'
import type { AppError } from '#shared/errors.ts'
import english from '#shared/messages/en/errors.json' with { type: 'json' }
import { mediaTypes } from '#shared/media-types.ts'
import { uploadKinds, uploadMaxBytes, type UploadKind } from '#shared/uploads.ts'

let database: TestDatabase
let backend: StartedBackend

beforeAll(async () => {
  database = await createTestDatabase()
  backend = await startBackend(database, { fileSizeLimitBytes: uploadMaxBytes })
})
afterAll(async () => {
  await backend.close()
  await database.close()
})

/** A member's client: supabase-js in its state after a sign-in. */
async function signInMember(options: { isBlock?: boolean } = {}): Promise<SupabaseClient> {
  const member = await createMember(database.adminUrl, options)
  const token = await signMemberToken(backend.keys, backend.url, member)
  return createClient(backend.url, backend.keys.publishableKey, { accessToken: async () => token })
}

const tenMegabytes = 10 * 1024 * 1024
const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'

it('U10, U11, B20: an image is stored in a public bucket under 128 random bits and its address is returned', async () => {
  const member = await signInMember()
  const uploaded = await uploadFile(member, 'image', new File([svg], '우리 집.SVG'), {
    now: 1_795_000_000_000,
  })
  expect(uploaded.path).toMatch(/^[0-9a-f]{32}\/I1795000000000\.svg$/)
  const shown = await fetch(uploaded.publicUrl ?? '')
  expect(await shown.text()).toBe(svg)
  expect(shown.headers.get('cache-control')).toBe('max-age=3600')
  expect(shown.headers.get('content-type')).toBe('image/svg+xml')
  expect(shown.headers.get('content-disposition')).toBe('attachment')
  const again = await uploadFile(member, 'image', new File([svg], 'a.svg'), { now: 1_795_000_000_000 })
  expect(again.path).not.toBe(uploaded.path)
})

it('B20: a tool file is private: its owner gets a signed address, other members cannot see it', async () => {
  const [owner, other] = [await signInMember(), await signInMember()]
  const uploaded = await uploadFile(
    owner,
    'tool-file',
    new File(['%PDF-1.7'], 'plan.pdf', { type: 'text/html' }),
  )
  expect(uploaded.publicUrl).toBeNull()
  const opened = await fetch(await signUpload(owner, uploaded))
  expect([opened.headers.get('content-type'), await opened.text()]).toEqual(['application/pdf', '%PDF-1.7'])
  await expect(signUpload(other, uploaded)).rejects.toMatchObject({ code: 'not_found' })
  expect((await other.storage.from('document').list('')).data).toEqual([])
})

it('U01 to U09: an invalid file is reported in the words of the specification, before the upload', async () => {
  const member = await signInMember()
  const refuse = async (kind: UploadKind, name: string, size = 1) => {
    const uploading = uploadFile(member, kind, new File([new Uint8Array(size)], name))
    const code = await uploading.then(
      () => null,
      (error: AppError) => error.code,
    )
    return code && english[code]
  }
  expect(await refuse('image', 'a.webp')).toBe('Only Image Format')
  expect(await refuse('video', 'a.png')).toBe('Only Video Format')
  expect(await refuse('pdf', 'a.doc')).toBe('Only PDF Format')
  expect(await refuse('tool-file', 'a.svg')).toBe('Only Tool File Format')
  expect(await refuse('image', 'a.png', tenMegabytes + 1)).toBe('Image Size is too large')
  expect(await refuse('tool-file', 'a.png', tenMegabytes + 1)).toBe('Image Size is too large')
  expect(await refuse('video', 'a.mp4', uploadMaxBytes + 1)).toBe('Video Size is too large')
  expect(await refuse('pdf', 'a.pdf', uploadMaxBytes + 1)).toBe('PDF Size is too large')
  expect(await refuse('tool-file', 'a.pdf', uploadMaxBytes + 1)).toBe('File Size is too large')
})

it('U12: a failed upload asks to check size and format', async () => {
  const member = await signInMember()
  const upload = uploadFile(member, 'image', new File([], 'a.png'))
  await expect(upload).rejects.toMatchObject({ code: 'upload_failed' })
  expect(english.upload_failed).toMatch(/Check the file’s size and format/)
})

it('the bucket of each kind accepts every format of that kind', async () => {
  const member = await signInMember()
  for (const [kind, { extensions }] of Object.entries(uploadKinds) as [
    UploadKind,
    { extensions: readonly string[] },
  ][])
    for (const extension of extensions) {
      const { bucket, path } = await uploadFile(member, kind, new File(['x'], `a.${extension}`))
      expect((await member.storage.from(bucket).info(path)).data?.contentType).toBe(mediaTypes[extension])
    }
})

it('limits in the buckets are the limits in the code', async () => {
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  const { rows } = await client.query<{
    id: string
    file_size_limit: string
    public: boolean
    allowed_mime_types: string[]
  }>('select id, file_size_limit, public, allowed_mime_types from storage.buckets')
  await client.end()
  for (const { bucket, maxBytes, isPublic } of Object.values(uploadKinds)) {
    const row = rows.find(({ id }) => id === bucket)
    expect([bucket, Number(row?.file_size_limit), row?.public]).toEqual([bucket, maxBytes, isPublic])
    const types = Object.values(uploadKinds)
      .filter((kind) => kind.bucket === bucket)
      .flatMap((kind) => kind.extensions.map((extension) => mediaTypes[extension]))
    expect(row?.allowed_mime_types.toSorted((one, other) => one.localeCompare(other))).toEqual(
      [...new Set(types)].toSorted((one, other) => (one ?? '').localeCompare(other ?? '')),
    )
  }
  expect(rows).toHaveLength(3)
})

it("security 88: a member may not choose the name, or overwrite, move or delete another's file; visitors and blocked members may nothing", async () => {
  const [owner, other, blocked] = [
    await signInMember(),
    await signInMember(),
    await signInMember({ isBlock: true }),
  ]
  const visitor = createClient(backend.url, backend.keys.publishableKey, { auth: { persistSession: false } })
  const { bucket, path } = await uploadFile(owner, 'image', new File([svg], 'a.svg'))
  const put = (client: SupabaseClient, at: string, upsert = false) =>
    client.storage
      .from(bucket)
      .upload(at, new File([svg], 'x', { type: 'image/svg+xml' }), { upsert })
      .then(({ error }) => error?.message ?? null)
  const fresh = `${'0'.repeat(32)}/I1795000000000.svg`
  expect(await put(other, 'avatar.svg')).toBe('new row violates row-level security policy')
  expect(await put(other, path, true)).not.toBeNull()
  expect(await put(owner, path, true)).not.toBeNull()
  expect(await put(visitor, fresh)).toBe('new row violates row-level security policy')
  expect(await put(blocked, fresh)).toBe('new row violates row-level security policy')
  await expect(uploadFile(blocked, 'image', new File([svg], 'a.svg'))).rejects.toMatchObject({
    code: 'sign_in_required',
  })
  for (const client of [other, visitor, blocked]) {
    expect((await client.storage.from(bucket).remove([path])).data).toEqual([])
    expect((await client.storage.from(bucket).list(path.slice(0, 32))).data).toEqual([])
    expect((await client.storage.from(bucket).move(path, fresh)).error).not.toBeNull()
  }
  expect((await owner.storage.from(bucket).move(path, fresh)).error).not.toBeNull()
  expect((await owner.storage.from(bucket).remove([path])).data).toHaveLength(1)
})
