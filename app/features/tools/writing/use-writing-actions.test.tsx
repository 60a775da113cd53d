import { parseHTML } from 'linkedom'
import { act, useReducer } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { RunConnection } from '#app/session/use-followed-run.ts'
import { useForm } from '#app/session/use-form.ts'
import { LanguageProvider } from '#app/session/words.tsx'
import { openToastLayer, readLayer, readToasts, showToast } from '#app/ui/toast.tsx'
import { articleKit } from '../forms/article-tool.tsx'
import { startingRun } from './run-state.ts'
import { documentOfRun } from './text.ts'
import type { FormDraft, ToolDefinition } from '../forms/tool-definition.ts'
import type { ToolFormState } from '../forms/use-tool-form.ts'
import { useWritingActions } from './use-writing-actions.ts'
import { beginWriting, reduceWriting, type WritingState } from './writing-state.ts'

const { window, document } = parseHTML('<main></main><button>Rewrite</button>')
const focus = vi.fn<() => void>()
const kit = articleKit as unknown as ToolDefinition
const draft: FormDraft = { ...kit.empty, language: 'Korean' }
const text = documentOfRun({ ...startingRun, runId: 7, text: 'Old' }, 'Korean')

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('window', Object.assign(window, { matchMedia: () => ({ matches: false }) }))
  vi.stubGlobal('document', document)
  vi.stubGlobal('HTMLElement', window.HTMLElement)
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => run())
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const button = Object.assign(document.querySelector('button')!, { focus })
  Object.defineProperty(document, 'activeElement', { get: () => button })
})
afterAll(() => {
  // The toasts belong to the whole worker. One with the same words takes the place of another.
  for (const { message } of readToasts()) showToast({ message, tone: 'error' })()
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The page has a field for the topic and one for the tone. */
const shownFields = ['topic', 'tone'] as const
type Held = { state: WritingState; form: ToolFormState; actions: ReturnType<typeof useWritingActions> }
const held = {} as Held
const hold = (now: Held) => Object.assign(held, now)
let root: ReturnType<typeof createRoot>
const post = vi.fn<RunConnection['post']>()
const checkForm = vi.fn<() => Promise<{ request: FormDraft }>>(() => Promise.resolve({ request: draft }))

function Page() {
  const [state, dispatch] = useReducer(reduceWriting, { text, asked: draft }, beginWriting)
  const form = useForm(draft, checkForm)
  const toolForm = {
    form,
    isEmpty: JSON.stringify(form.values) === JSON.stringify(draft),
    fill(values: object) {
      form.change(values)
      return { ...draft, ...values }
    },
    gather: () => Promise.resolve({ sent: [], leftOut: [] }),
  } as unknown as ToolFormState
  const connection = { post, clear: () => undefined } as unknown as RunConnection
  const actions = useWritingActions({
    kit,
    toolForm,
    state,
    shown: state.text,
    dispatch,
    connection,
    uuid: 'u',
    setStatusSlot: () => undefined,
  })
  hold({ state, form: toolForm, actions })
  return (
    <form>
      {shownFields.map((name) => (
        <input key={name} name={name} aria-invalid={form.problemOf(name) ? true : undefined} />
      ))}
    </form>
  )
}

beforeEach(() => {
  focus.mockClear()
  root = createRoot(document.querySelector('main') as unknown as Element)
  act(() =>
    root.render(
      <LanguageProvider language="en">
        <MemoryRouter>
          <Page />
        </MemoryRouter>
      </LanguageProvider>,
    ),
  )
})
afterEach(() => act(() => root.unmount()))

const refusal = (field: string) => new AppError('invalid_field', { field, detail: { rule: 'choose' } })
const submit = () =>
  act(() =>
    held.form.form.submit((asked) => held.actions.write(asked, false))(
      document.querySelector('form') as unknown as HTMLFormElement,
    ),
  )

it('the button next to the text gets the focus back after every refusal, also one that has the rule of a field', async () => {
  for (const error of [new AppError('try_again'), refusal('tone')]) {
    focus.mockClear()
    post.mockResolvedValueOnce(error)
    await act(() => held.actions.writeAgain('regenerate'))
    expect(focus).toHaveBeenCalledTimes(1)
  }
})

it('a refused field of the form has the focus, and the form repeats nothing', async () => {
  const tone = Object.assign(document.querySelector('[name=tone]')!, { focus: vi.fn<() => void>() })
  post.mockResolvedValueOnce(refusal('tone'))
  await submit()
  expect(tone.focus).toHaveBeenCalledTimes(1)
  expect(focus).not.toHaveBeenCalled()
  expect(held.state.error).toBeNull()
})

it('a refused field that the form does not show is an error of the form, and the button gets the focus back', async () => {
  post.mockResolvedValueOnce(refusal('left_out'))
  await submit()
  expect(held.state.error).toMatchObject({ code: 'invalid_field' })
  expect(focus).toHaveBeenCalledTimes(1)
})

it('a text that is typed while the example loads stays', async () => {
  let shown: Promise<void> | undefined
  act(() => {
    shown = held.actions.showExample()
  })
  act(() => held.actions.edit({ content: 'Old and typed' }))
  await act(() => shown)
  expect(held.state.text).toMatchObject({ key: 'run:7', text: { content: 'Old and typed' }, isDirty: true })
})

it('the undo of an example brings back what the form had when the example came', async () => {
  let shown: Promise<void> | undefined
  act(() => {
    shown = held.actions.showExample()
  })
  act(() => held.form.form.change({ topic: 'Typed' }))
  await act(() => shown)
  expect(held.state.text?.key).toBe('example')
  const closeLayer = openToastLayer('test')
  act(() => readLayer('test').at(-1)!.action!.run())
  closeLayer()
  expect(held.state.text?.key).toBe('run:7')
  expect(held.form.form.values['topic']).toBe('Typed')
})

it('the form is sent as it was checked, and can be sent again before the stream of its run closes', async () => {
  post.mockReset()
  post.mockReturnValueOnce(new Promise(() => undefined))
  checkForm.mockResolvedValueOnce({ request: { ...draft, topic: 'Checked' } })
  await submit()
  expect(post).toHaveBeenCalledExactlyOnceWith(
    '/ai/tool/article',
    expect.objectContaining({ topic: 'Checked' }),
  )
})
