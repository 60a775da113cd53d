import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { createDeferredCancel } from './deferred-cancel.ts'

function createSender(answer: AppError | null = null) {
  const sent: number[] = []
  return {
    sent,
    send: (id: number) => {
      sent.push(id)
      return Promise.resolve(answer)
    },
  }
}

it('T15: a stop that is pressed before the run has a number is carried out as soon as it has', async () => {
  const wish = createDeferredCancel()
  const refused = new AppError('unavailable')
  const { sent, send } = createSender(refused)
  wish.begin(null)
  const answer = wish.want(send)
  expect(sent).toEqual([])
  wish.know(7)
  wish.know(7)
  expect(await answer).toBe(refused)
  expect(sent).toEqual([7])
})

it('T15: with a known number, the cancel request is sent immediately', async () => {
  const wish = createDeferredCancel()
  const { sent, send } = createSender()
  wish.begin(7)
  expect(await wish.want(send)).toBeNull()
  expect(sent).toEqual([7])
})

it('a cancel request that had no effect never cancels a later run', async () => {
  const wish = createDeferredCancel()
  const { sent, send } = createSender()
  wish.begin(null)
  const answer = wish.want(send)
  wish.begin(null)
  expect(await answer).toBeNull()
  wish.know(8)
  expect(sent).toEqual([])
})
