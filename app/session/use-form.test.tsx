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

/** A form whose title is required. */
async function open() {
  const held = {} as { form: ReturnType<typeof useTitle> }
  const hold = (form: ReturnType<typeof useTitle>) => Object.assign(held, { form })
  const root = createRoot(document.querySelector('main') as unknown as Element)
  function Title() {
    hold(useTitle())
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
const useTitle = () =>
  useForm({ title: '', text: '' }, ({ title, text }) =>
    checked({ title: title ? null : { rule: 'required' as const } }, () => ({ title, text })),
  )

it('an error is shown on submit and goes when its field changes, not when another does', async () => {
  const { held, close } = await open()
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
  expect(send).toHaveBeenCalledWith({ title: 'b', text: 'a' }, form)
  close()
})

it('a field that the server refused is marked like any other', async () => {
  const { held, close } = await open()
  act(() => held.form.refuse(form, { text: 'Taken' }))
  expect(held.form.field('text').error).toBe('Taken')
  act(() => held.form.change({ text: 'c' }))
  expect(held.form.field('text').error).toBeUndefined()
  close()
})
