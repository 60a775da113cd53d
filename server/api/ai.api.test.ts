import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { readEvents } from '#server/testing/read-events.ts'

let test: TestProduct
beforeAll(async () => {
  test = await createTestProduct()
})
afterAll(() => test.close())

const form = {
  topic: '동네 도서관에서 보내는 토요일',
  tone: 'informal',
  language: 'Korean',
  information: '도서관은 9시에 연다. 어린이 열람실은 2층이다.',
  target: '초등학생 부모',
}

it('T13, T14: an article passes through its stages and is saved, settled and announced', async () => {
  const member = await test.member()
  const response = await test.post('/v1/ai/tool/article', { ...form, uuid: member.id }, member.token)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const events = await readEvents(response)
  expect(events.map(({ event }) => event.type)).toContain('text')
})
