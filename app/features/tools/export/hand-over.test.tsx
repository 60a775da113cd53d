import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseHTML } from 'linkedom'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { LanguageProvider } from '#app/session/words.tsx'
import { ShownTextContext, useHandOver, type HandOverActions } from '../writing/writing-context.ts'
import type { ShownText } from '../writing/use-writing.ts'
import { HandOver } from './hand-over.tsx'
import type OpenBlanksDialog from './open-blanks-dialog.tsx'

type Question = Parameters<typeof OpenBlanksDialog>[0]
const held = {} as { actions: HandOverActions; question: Question | null }
vi.mock('./open-blanks-dialog.tsx', () => ({
  default(props: Question) {
    Object.assign(held, { question: props })
    return null
  },
}))

const { window, document } = parseHTML('<main></main>')
const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
beforeAll(() => {
  vi.stubGlobal('window', Object.assign(window, { matchMedia: () => ({ matches: false }) }))
  vi.stubGlobal('document', document)
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const Button = () => {
    Object.assign(held, { actions: useHandOver() })
    return null
  }
  act(() =>
    createRoot(document.querySelector('main') as unknown as Element).render(
      <LanguageProvider language="en">
        <MemoryRouter>
          <ShownTextContext value={{ shown: { assumed: ['I always check twice.'] } } as ShownText}>
            <HandOver>
              <Button />
            </HandOver>
          </ShownTextContext>
        </MemoryRouter>
      </LanguageProvider>,
    ),
  )
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  writeText.mockClear()
  held.question = null
})
// The toasts of copies go: other files of this worker have the same ones.
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})
afterAll(() => vi.unstubAllGlobals())

it('a text without blanks is copied at once', async () => {
  await act(async () => held.actions.copy({ plain: 'Dear Ms Kim,' }))
  expect(writeText).toHaveBeenCalledExactlyOnceWith('Dear Ms Kim,')
  expect(held.question).toBeNull()
})

it('a text with blanks is copied after its question only, also behind the link to it', async () => {
  for (const leaving of [undefined, 'Dear [Name],']) {
    writeText.mockClear()
    const plain = leaving === undefined ? 'Dear [Name],' : 'https://example.com/public/1'
    await act(async () => held.actions.copy({ plain }, leaving))
    expect([held.question?.leaving, writeText.mock.calls.length]).toEqual(['Dear [Name],', 0])
    await act(async () => held.question!.onConfirm())
    expect(writeText).toHaveBeenCalledExactlyOnceWith(plain)
  }
})

it('a text that tells what its sender has not confirmed is copied after its question only', async () => {
  await act(async () => held.actions.copy({ plain: 'I always check twice. Yours, Jo' }))
  expect([held.question?.assumed, writeText.mock.calls.length]).toEqual([['I always check twice.'], 0])
  await act(async () => held.question!.onConfirm())
  expect(writeText).toHaveBeenCalledExactlyOnceWith('I always check twice. Yours, Jo')
})

it('a text that goes back to be filled in is not copied', async () => {
  await act(async () => held.actions.copy({ plain: 'Dear [Name],' }))
  await act(async () => held.question!.onClose())
  expect(writeText).not.toHaveBeenCalled()
})

const folder = join(import.meta.dirname, '..')
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  .map((name) => ({ name: name.replaceAll('\\', '/'), text: readFileSync(join(folder, name), 'utf8') }))

/** Everything by which words of a text leave the page. */
const exits = /\b(?:copyText|downloadFile|printText|shareToolUse)\b|navigator\.(?:clipboard|share)\b|mailto:/
/** They carry it out, and decide nothing. */
const tools = ['export/copy-text.ts', 'export/download-file.ts', 'export/print-page.ts']

it('everything by which a text leaves the page asks about what is open in it', () => {
  const leaving = sources.filter(({ name, text }) => exits.test(text) && !tools.includes(name))
  expect(leaving.length).toBeGreaterThan(3)
  const unasked = leaving.filter(({ text }) => !/\bhandOver\(/.test(text)).map(({ name }) => name)
  expect(unasked).toEqual([])
})
