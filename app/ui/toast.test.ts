import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openToastLayer, readLayer, readToasts, showToast } from './toast.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})
const shown = () => readToasts().map(({ message, isLeaving }) => [message, isLeaving])

it('N11: a toast stays 3000 ms and takes 300 ms to leave', () => {
  showToast({ message: '저장됨' })
  vi.advanceTimersByTime(2_999)
  expect(shown()).toEqual([['저장됨', false]])
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual([['저장됨', true]])
  vi.advanceTimersByTime(299)
  expect(shown()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual([])
})

it('N11: the layer is fixed above everything at 5000, and arriving takes as long as leaving', () => {
  const css = readFileSync(new URL('toast.module.css', import.meta.url), 'utf8')
  expect(css).toMatch(/\.layer \{\s*position: fixed;\s*z-index: 5000;/)
  expect([...css.matchAll(/(\d+)ms/g)].map((match) => match[1])).toEqual(['300', '300', '300'])
})

it('a toast without an end stays until it is closed, a shorter one goes sooner', () => {
  const close = showToast({ message: '새 버전', duration: null })
  showToast({ message: '잠깐', duration: 1_000 })
  vi.advanceTimersByTime(60_000)
  expect(shown()).toEqual([['새 버전', false]])
  close()
  vi.advanceTimersByTime(300)
  expect(shown()).toEqual([])
})

it('toasts are on the innermost layer: while a dialog is open nothing outside of it can be pressed or is read out', () => {
  const closePage = openToastLayer('page')
  showToast({ message: '복사함' })
  const on = (layer: string) => readLayer(layer).map(({ message }) => message)
  expect(on('page')).toEqual(['복사함'])
  const closeDialog = openToastLayer('dialog')
  expect([on('page'), on('dialog')]).toEqual([[], ['복사함']])
  closeDialog()
  expect([on('page'), on('dialog')]).toEqual([['복사함'], []])
  closePage()
})
