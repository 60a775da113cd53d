import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { createMutation, type MutationState } from './mutation.ts'

function start() {
  const states: MutationState[] = []
  return { states, send: createMutation((state) => states.push(state)) }
}
const fails = (code: 'unavailable' | 'not_found') => () => Promise.reject(new AppError(code))

it('a second press sends nothing while the first waits for its answer, and the next one does', async () => {
  const { send, states } = start()
  let sent = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const work = () => {
    sent++
    return promise
  }
  const first = send({ work })
  expect(await send({ work })).toBe('pending')
  expect(states).toEqual([{ isPending: true, error: null }])
  resolve()
  expect(await first).toBeNull()
  expect(sent).toBe(1)
  await send({ work })
  expect(sent).toBe(2)
})

it('an error is told, and goes with the next request', async () => {
  const { send, states } = start()
  expect(await send({ work: fails('not_found') })).toMatchObject({ code: 'not_found' })
  expect(states.at(-1)).toMatchObject({ isPending: false, error: { code: 'not_found' } })
  await send({ work: () => Promise.resolve() })
  expect(states.slice(-2)).toEqual([
    { isPending: true, error: null },
    { isPending: false, error: null },
  ])
})

it('an unexpected error is one that can be tried again, also one thrown before the request', async () => {
  const { send, states } = start()
  const work = () => {
    throw new TypeError('odd')
  }
  expect(await send({ work })).toMatchObject({ code: 'try_again' })
  expect(states.at(-1)?.isPending).toBe(false)
})

it('the wanted state is shown at once, stays after a success and is reverted by an error', async () => {
  const { send } = start()
  let shown = 'before'
  const show = () => {
    shown = 'wanted'
    return () => {
      shown = 'before'
    }
  }
  const failing = send({ work: fails('unavailable'), show })
  expect(shown).toBe('wanted')
  await failing
  expect(shown).toBe('before')
  await send({ work: () => Promise.resolve(), show })
  expect(shown).toBe('wanted')
})

it('a repeat has the key of the request that failed, and the request after a success has another', async () => {
  const { send } = start()
  const keys: string[] = []
  const note = (key: string) => void keys.push(key)
  await send({ work: (key) => (note(key), fails('unavailable')()) })
  await send({ work: (key) => Promise.resolve(note(key)) })
  await send({ work: (key) => Promise.resolve(note(key)) })
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})
