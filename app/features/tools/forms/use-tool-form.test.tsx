import { parseHTML } from 'linkedom'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { LanguageProvider } from '#app/session/words.tsx'
import { articleKit } from './article-tool.tsx'
import type { ToolDefinition } from './tool-definition.ts'
import { useToolForm, type ToolFormState } from './use-tool-form.ts'

const { window, document } = parseHTML('<main></main><form></form>')
const store = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }

beforeAll(() => {
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', document)
  vi.stubGlobal('sessionStorage', store)
  vi.stubGlobal('localStorage', store)
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => run())
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterAll(() => vi.unstubAllGlobals())

const held = {} as { toolForm: ToolFormState }
const hold = (toolForm: ToolFormState) => Object.assign(held, { toolForm })
function Page() {
  hold(useToolForm(articleKit as unknown as ToolDefinition, { use: null, example: null, given: {} }))
  return null
}

it('the error of a length goes when the language changes, whose range it is, and not when its unit does', async () => {
  const root = createRoot(document.querySelector('main') as unknown as Element)
  act(() =>
    root.render(
      <LanguageProvider language="en">
        <RouterProvider router={createMemoryRouter([{ path: '/', element: <Page /> }])} />
      </LanguageProvider>,
    ),
  )
  const change = (changes: object) => act(() => held.toolForm.form.change(changes))
  const problem = () => held.toolForm.form.problemOf('length')
  change({ topic: 'A', language: 'English', length: 5_000 })
  await act(() =>
    held.toolForm.form.submit(() => undefined)(document.querySelector('form') as unknown as HTMLFormElement),
  )
  expect(problem()).toBeDefined()
  change({ length_unit: 'characters_without_spaces' })
  expect(problem()).toBeDefined()
  change({ language: 'Korean' })
  expect(problem()).toBeUndefined()
  act(() => root.unmount())
})
