import { parseHTML } from 'linkedom'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { checked, useForm } from './use-form.ts'
import errors from '#shared/messages/en/errors.json'
import { LanguageProvider } from './words.tsx'

const { window, document } = parseHTML('<main><form><input name="title"></form></main>')
beforeAll(() => {
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', document)
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => run())
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterAll(() => vi.unstubAllGlobals())

const form = document.querySelector('form') as unknown as HTMLFormElement

async function open<State>(useState: () => State) {
  const held = {} as { form: State }
  const hold = (state: State) => Object.assign(held, { form: state })
  const root = createRoot(document.querySelector('main') as unknown as Element)
  function Title() {
    hold(useState())
    return null
  }
  act(() =>
    root.render(
      <LanguageProvider language="en">
        <MemoryRouter>
          <Title />
        </MemoryRouter>
      </LanguageProvider>,
    ),
  )
  return { held, close: () => act(() => root.unmount()) }
}
/** A form whose title is required. */
const useTitle = () =>
  useForm({ title: '', text: '' }, ({ title, text }) =>
    checked({ title: title ? null : { rule: 'required' as const } }, () => ({ title, text })),
  )

it('an error is shown on submit and goes when its field changes, not when another does', async () => {
  const { held, close } = await open(useTitle)
  const send = vi.fn<(request: object) => void>()
  expect(held.form.field('title').error).toBeUndefined()
  await act(() => held.form.submit(send)(form))
  expect(held.form.field('title').error).toBe(errors.field.required)
  act(() => held.form.field('text').onChange('a'))
  expect(held.form.field('title').error).toBe(errors.field.required)
  act(() => held.form.field('title').onChange('b'))
  expect(held.form.field('title').error).toBeUndefined()
  expect(send).not.toHaveBeenCalled()
  await act(() => held.form.submit(send)(form))
  expect(send).toHaveBeenCalledWith({ title: 'b', text: 'a' }, '')
  close()
})

it('a field that the server refused is marked like any other', async () => {
  const { held, close } = await open(useTitle)
  act(() => void held.form.refuse({ text: 'Taken' }))
  expect(held.form.field('text').error).toBe('Taken')
  act(() => held.form.change({ text: 'c' }))
  expect(held.form.field('text').error).toBeUndefined()
  close()
})

it('the error of an entry of a list goes when that entry changes, not when another does', async () => {
  const { held, close } = await open(() =>
    useForm({ lines: [{ name: '' }, { name: '' }] }, () =>
      checked({ 'lines.0.name': 'First', 'lines.1.name': 'Second', lines: 'Too few' }, () => null),
    ),
  )
  await act(() => held.form.submit(() => undefined)(form))
  const problems = () =>
    (['lines', 'lines.0.name', 'lines.1.name'] as const).map((name) => held.form.problemOf(name))
  expect(problems()).toEqual(['Too few', 'First', 'Second'])
  act(() => held.form.change({ lines: held.form.values.lines.with(1, { name: 'b' }) }))
  expect(problems()).toEqual([undefined, 'First', undefined])
  close()
})

it('a field with the name of a property of every object has no error of its own', async () => {
  const { held, close } = await open(() =>
    useForm<Record<string, string>, null>({ constructor: '' }, () => ({ request: null })),
  )
  expect(held.form.problemOf('constructor')).toBeUndefined()
  close()
})

it('the error of a field goes when another one changes on which its rule depends', async () => {
  const { held, close } = await open(() =>
    useForm(
      { length: 9, language: 'English', title: '' },
      () => checked({ length: 'Too long' }, () => null),
      undefined,
      { length: ['language'] },
    ),
  )
  await act(() => held.form.submit(() => undefined)(form))
  act(() => held.form.change({ title: 'a' }))
  expect(held.form.problemOf('length')).toBe('Too long')
  act(() => held.form.change({ language: 'Korean' }))
  expect(held.form.problemOf('length')).toBeUndefined()
  close()
})

it('while the check of a submit loads, the form says which button was pressed', async () => {
  const loading = Promise.withResolvers<{ request: null }>()
  const { held, close } = await open(() => useForm({ title: '' }, () => loading.promise))
  const send = vi.fn<() => void>()
  let submitted: Promise<void> | undefined
  act(() => {
    submitted = held.form.submit(send)(form, 'draft')
  })
  expect([held.form.checking, send.mock.calls.length]).toEqual(['draft', 0])
  loading.resolve({ request: null })
  await act(() => submitted)
  expect([held.form.checking, send.mock.calls.length]).toEqual([null, 1])
  close()
})
