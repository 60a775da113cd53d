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
  const cancel = createDeferredCancel()
  const refused = new AppError('unavailable')
  const { sent, send } = createSender(refused)
  cancel.begin(null)
  const answer = cancel.want(send)
  expect(sent).toEqual([])
  cancel.know(7)
  cancel.know(7)
  expect(await answer).toBe(refused)
  expect(sent).toEqual([7])
})

it('T15: with a known number, the cancel request is sent immediately', async () => {
  const cancel = createDeferredCancel()
  const { sent, send } = createSender()
  cancel.begin(7)
  expect(await cancel.want(send)).toBeNull()
  expect(sent).toEqual([7])
})

it('a cancel request that had no effect never cancels a later run', async () => {
  const cancel = createDeferredCancel()
  const { sent, send } = createSender()
  cancel.begin(null)
  const answer = cancel.want(send)
  cancel.begin(null)
  expect(await answer).toBeNull()
  cancel.know(8)
  expect(sent).toEqual([])
})
