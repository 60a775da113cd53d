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

it('an error stays until it is closed, and the same error is there once', () => {
  showToast({ message: '저장하지 못했어요', tone: 'error' })
  vi.advanceTimersByTime(600_000)
  expect(shown()).toEqual([['저장하지 못했어요', false]])
  const close = showToast({ message: '저장하지 못했어요', tone: 'error' })
  vi.advanceTimersByTime(300)
  expect(shown()).toEqual([['저장하지 못했어요', false]])
  close()
  vi.advanceTimersByTime(300)
  expect(shown()).toEqual([])
})

it('a toast with an undo stays for ten seconds', () => {
  showToast({ message: '삭제했어요', action: { label: '되돌리기', run: () => undefined } })
  vi.advanceTimersByTime(9_999)
  expect(shown()).toEqual([['삭제했어요', false]])
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual([['삭제했어요', true]])
})

it('a toast without a timeout stays until it is closed, a shorter one closes sooner', () => {
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
