import { parseHTML } from 'linkedom'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Form } from './form.tsx'

const { window, document, Event } = parseHTML('<main></main>')
beforeAll(() => {
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', document)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterAll(() => vi.unstubAllGlobals())

it('a second submit sends nothing until the first is done, also before the form is rendered as busy', async () => {
  const root = createRoot(document.querySelector('main') as unknown as Element)
  const { promise, resolve } = Promise.withResolvers<void>()
  const send = vi.fn<() => Promise<void>>(() => promise)
  act(() => root.render(<Form onSubmit={send}>{null}</Form>))
  const form = document.querySelector('form')!
  const submit = () =>
    act(() => void form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
  submit()
  submit()
  expect(send).toHaveBeenCalledOnce()
  await act(() => (resolve(), promise))
  submit()
  expect(send).toHaveBeenCalledTimes(2)
  act(() => root.unmount())
})

it('a form that can be sent in two ways is told which button was pressed, and nothing for Enter', async () => {
  const root = createRoot(document.querySelector('main') as unknown as Element)
  const send = vi.fn<(form: HTMLFormElement, pressed: string) => void>()
  act(() =>
    root.render(
      <Form onSubmit={send}>
        <button type="submit" value="draft">
          Draft
        </button>
      </Form>,
    ),
  )
  const submit = async (submitter: Element | null) =>
    act(async () => {
      const event = Object.assign(new Event('submit', { bubbles: true, cancelable: true }), { submitter })
      document.querySelector('form')!.dispatchEvent(event)
      await Promise.resolve()
    })
  await submit(document.querySelector('button') as unknown as Element)
  await submit(null)
  expect(send.mock.calls.map(([, pressed]) => pressed)).toEqual(['draft', ''])
  act(() => root.unmount())
})
