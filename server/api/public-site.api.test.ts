// A public site: development fallbacks for missing keys may be looked at and never cost anything.
import { afterAll, expect, it } from 'vitest'
import { answerLikeAModel } from '#server/adapters/fakes/fake-answers.ts'
import { startFakeProvider } from '#server/adapters/fakes/fake-provider.ts'
import { refusalOf } from '#server/testing/refusals.ts'
import { balance, briefOf, end, post, run } from '#server/testing/tool-cases.ts'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'

const closers: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

const address = { PUBLIC_ORIGIN: 'https://munjang.example' }
async function open(env: Record<string, string>): Promise<TestProduct> {
  const test = await createTestProduct({ env: { ...address, ...env } })
  closers.push(() => test.close())
  return test
}

it('attacks 2, rows2 2: on a public site development fallbacks do not write, draw, analyse or pay, and nothing is charged', async () => {
  const test = await open({})
  const member = await test.member({ plan: 'basic' })
  const before = await balance(test, member.id)
  const refused = [
    await post(test, member, 'article', briefOf('article').form),
    await post(test, member, 'keyword-data', { keyword: '홈카페' }),
  ]
  for (const response of refused) expect(await refusalOf(response)).toEqual([503, 'service_closed'])
  expect(await balance(test, member.id)).toBe(before)
  expect(test.config.cards.kind).toBe('closed')
  expect(test.config.mail.kind).toBe('closed')
})

it('rows2 2: with a model for texts and none for pictures, texts are written and their pictures are disabled', async () => {
  const fake = await startFakeProvider(answerLikeAModel)
  closers.push(() => fake.close())
  const test = await open({ ...fake.env('anthropic'), MODEL_TIMEOUT_SECONDS: '5' })
  const member = await test.member()
  const { form } = briefOf('article', 'English')
  expect(await refusalOf(await post(test, member, 'article', { ...form, thumbnail: true }))).toEqual([
    503,
    'service_closed',
  ])
  expect(end(await run(test, member, 'article', form)).status).toBe('done')
})

it('attacks 2: the card simulator answers only callers on this machine, however the product was started', async () => {
  const test = await createTestProduct()
  const ask = async (remoteAddress: string, host: string) =>
    test.product.app.fetch(
      new Request('http://127.0.0.1:3000/v1/payment/simulator', { method: 'POST', body: '{}' }),
      { incoming: { socket: { remoteAddress }, headers: { host } } },
    )
  expect(await refusalOf(await ask('127.0.0.1', '127.0.0.1:3000'))).toEqual([401, 'sign_in_required'])
  expect(await refusalOf(await ask('192.168.0.9', '127.0.0.1:3000'))).toEqual([404, 'not_found'])
  expect(await refusalOf(await ask('127.0.0.1', 'munjang.example'))).toEqual([404, 'not_found'])
  await test.close()
})
