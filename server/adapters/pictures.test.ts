import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { outputLanguages, type OutputLanguage } from '#shared/tools.ts'
import { composeDemoPicture } from './demo-picture.ts'
import { fakePicture } from './fakes/fake-pictures.ts'
import { startFakeProvider, type FakeProvider } from './fakes/fake-provider.ts'
import { createPictureModel, type PictureCall } from './pictures.ts'

let fake: FakeProvider
beforeAll(async () => {
  fake = await startFakeProvider()
})
beforeEach(() => {
  fake.pictures.calls.length = 0
  fake.pictures.reply = () => ({})
})
afterAll(() => fake.close())

const base = {
  SUPABASE_URL: 'http://127.0.0.1:3000',
  SUPABASE_PUBLISHABLE_KEY: 'p',
  SUPABASE_SECRET_KEY: 's',
  DATABASE_URL: 'postgres://x',
}
const environments = {
  openai: () => fake.env('openai'),
  gemini: () => fake.env('gemini'),
  compatible: () => ({ ...fake.env('chat'), COMPATIBLE_IMAGE_MODEL: 'flux' }),
}
type Provider = keyof typeof environments
const providers = Object.keys(environments) as Provider[]

function make(provider: Provider | 'demo', call: Partial<PictureCall> = {}) {
  const env = provider === 'demo' ? {} : environments[provider]()
  return createPictureModel(readConfig({ ...base, ...env }).pictures).make({
    prompt: 'A bench below a tree.',
    shape: 'wide',
    signal: new AbortController().signal,
    language: 'Korean',
    ...call,
  })
}
const noteOf = async (data: Uint8Array) => (await sharp(data).metadata()).xmpAsString ?? ''

it.each(providers)(
  'T02: %s makes a picture of the shape; it is encoded as a JPEG whose only metadata is its source',
  async (provider) => {
    const picture = await make(provider)
    const facts = await sharp(picture.data).metadata()
    expect(facts).toMatchObject({ format: 'jpeg', width: picture.width, height: picture.height })
    expect(picture.width / picture.height).toBe(1.5)
    expect(facts.exif).toBeUndefined()
    expect(Buffer.from(picture.data).includes('secret of the provider')).toBe(false)
    expect(await noteOf(picture.data)).toContain('digitalsourcetype/trainedAlgorithmicMedia')
    const [call] = fake.pictures.calls
    expect(call!.prompt).toBe('A bench below a tree.')
    const asked =
      provider === 'gemini'
        ? { generationConfig: { responseModalities: ['IMAGE'], imageConfig: { aspectRatio: '3:2' } } }
        : provider === 'openai'
          ? { n: 1, size: '1536x1024', model: 'gpt-image-1.5', quality: 'medium' }
          : { n: 1, size: '1536x1024', model: 'flux', response_format: 'b64_json' }
    expect(call!.body).toMatchObject(asked)
  },
)

it.each([
  ['square', '1024x1024', '1:1'],
  ['wide', '1536x1024', '3:2'],
  ['tall', '1024x1536', '2:3'],
] as const)(
  'T02: a %s picture is requested with each provider’s own name of the shape',
  async (shape, size, ratio) => {
    await make('openai', { shape })
    await make('gemini', { shape })
    expect(fake.pictures.calls.map(({ body }) => body)).toMatchObject([
      { size },
      { generationConfig: { imageConfig: { aspectRatio: ratio } } },
    ])
  },
)

it.each([
  ['openai', { isRefused: true }, { code: 'model_refused' }],
  ['gemini', { isRefused: true }, { code: 'model_refused' }],
  [
    'openai',
    { status: 429, headers: { 'retry-after': '3' } },
    { code: 'model_unavailable', statusCode: 429, retryAfterMs: 3_000 },
  ],
  ['gemini', { status: 429 }, { code: 'model_unavailable', statusCode: 429 }],
  ['openai', { status: 500 }, { code: 'model_unavailable', statusCode: 500 }],
  ['gemini', { status: 503 }, { code: 'model_unavailable', statusCode: 503 }],
  ['openai', { status: 504 }, { code: 'model_timeout' }],
  ['openai', { status: 400 }, { code: 'model_unavailable' }],
  ['openai', { isCut: true }, { code: 'model_unavailable' }],
  ['gemini', { isCut: true }, { code: 'model_unavailable' }],
] as const)('R5: %s with the response %o gives %o', async (provider, reply, error) => {
  fake.pictures.reply = () => reply
  await expect(make(provider)).rejects.toMatchObject(error)
})

it.each([
  ['words', () => Buffer.from('no picture at all')],
  [
    'an SVG, which can hold more than a picture',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  ],
  ['half a picture', async () => (await fakePicture({ width: 900, height: 900 })).subarray(0, 400)],
  ['more pixels than any of them makes', () => fakePicture({ width: 6_000, height: 6_000 })],
] as const)('security 86: %s from a provider is refused as a picture', async (_what, data) => {
  const bytes = await data()
  fake.pictures.reply = () => ({ data: bytes })
  await expect(make('openai')).rejects.toMatchObject({ code: 'model_unavailable' })
})

it('security 85: an endless response is aborted', async () => {
  const endless = new Uint8Array(40 * 1024 * 1024)
  fake.pictures.reply = () => ({ data: endless })
  await expect(make('openai')).rejects.toMatchObject({ code: 'model_unavailable' })
})

it('security 97: a URL in the place of a picture is not fetched', async () => {
  fake.pictures.reply = () => ({ address: 'http://127.0.0.1:9/secret.png' })
  await expect(make('compatible')).rejects.toMatchObject({ code: 'model_unavailable' })
  expect(fake.pictures.calls).toHaveLength(1)
})

it('R5: an abort throws its own reason and closes the request to the provider', async () => {
  const stop = new AbortController()
  fake.pictures.reply = () => ({ pace: async () => stop.abort('enough') })
  await expect(make('openai', { signal: stop.signal })).rejects.toBe('enough')
})

it('without a key the demo picture is drawn and labelled, visibly and in its metadata', async () => {
  const picture = await make('demo', { shape: 'tall' })
  expect(picture).toMatchObject({ width: 1024, height: 1536, alt: expect.stringMatching(/[가-힣]/) })
  expect(await noteOf(picture.data)).toContain('digitalsourcetype/algorithmicMedia')
  const draw = (prompt: string, language: OutputLanguage) =>
    composeDemoPicture({ prompt, language, width: 300, height: 200 })
  expect(draw('a', 'Korean')).toContain('AI 모델이 그리지 않았어요')
  expect(draw('a', 'Arabic')).toContain('No AI model made it')
  for (const language of outputLanguages) expect(draw('a', language)).not.toMatch(/\p{Script=Han}/u)
  expect(draw('a', 'Korean')).not.toBe(draw('b', 'Korean'))
})
