import { expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createToolModel } from '#server/outside/models.ts'
import { readToolFile } from './tool-file.ts'

const modelOf = (env: Record<string, string>) =>
  createToolModel(
    readConfig({
      SUPABASE_URL: 'http://127.0.0.1:3000',
      SUPABASE_PUBLISHABLE_KEY: 'p',
      SUPABASE_SECRET_KEY: 's',
      DATABASE_URL: 'postgres://x',
      ...env,
    }).models,
  )
const demo = modelOf({})
const gpt = modelOf({ OPENAI_API_KEY: 'k' })
const gemini = modelOf({ GOOGLE_GENERATIVE_AI_API_KEY: 'k' })
const compatible = modelOf({ COMPATIBLE_BASE_URL: 'http://127.0.0.1:1/v1', COMPATIBLE_MODEL: 'm' })

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))
const heic = bytes('\0\0\0\x18ftypheic\0\0\0\0')
const mif1 = bytes('\0\0\0\x18ftypmif1\0\0\0\0')

it.each([
  ['a.gif', bytes('GIF89a'), 'image/gif'],
  ['a.PNG', bytes('\x89PNG\r\n\x1a\n'), 'image/png'],
  ['a.jpg', bytes('\xff\xd8\xff\xe0'), 'image/jpeg'],
  ['a.webp', bytes('RIFF\0\0\0\0WEBP'), 'image/webp'],
  ['a.heic', heic, 'image/heic'],
  ['a.heif', mif1, 'image/heif'],
  ['a.pdf', bytes('\n\n%PDF-1.7'), 'application/pdf'],
  ['renamed by a phone.png', bytes('\xff\xd8\xff\xe0'), 'image/jpeg'],
])('U06, U09: %s is taken as what it is', async (name, data, mediaType) => {
  expect(await readToolFile(new File([data], name), demo)).toMatchObject({ name, mediaType })
})

it.each([
  ['a.pdf', bytes('MZ\x90\0')],
  ['a.png', bytes('<html>')],
  ['a.png', bytes('%PDF-1.7')],
  ['a.pdf', bytes('\x89PNG\r\n\x1a\n')],
  ['a.heic', bytes('\0\0\0\x18ftypisom')],
  ['a.jpg', bytes('')],
])('U06: %s whose content is something else is refused', async (name, data) => {
  await expect(readToolFile(new File([data], name), demo)).rejects.toMatchObject({
    code: 'only_tool_file_format',
    field: 'file',
    message: 'file_is_not_what_it_says',
  })
})

it('U06: a model that cannot read HEIC or PDF says so instead of guessing', async () => {
  const photo = new File([heic], 'a.heic')
  await expect(readToolFile(photo, gpt)).rejects.toMatchObject({
    code: 'only_tool_file_format',
    message: 'model_cannot_read_heic',
  })
  await expect(readToolFile(new File([bytes('%PDF-1.7')], 'a.pdf'), compatible)).rejects.toMatchObject({
    message: 'model_cannot_read_files',
  })
  expect(await readToolFile(photo, gemini)).toMatchObject({ mediaType: 'image/heic' })
})

it('a name cannot carry control characters or a path', async () => {
  const file = await readToolFile(new File([bytes('GIF89a')], '../..\u202E/etc\\x.gif'), demo)
  expect(file.name).toBe('.._.._etc_x.gif')
})
