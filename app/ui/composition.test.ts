import { expect, it } from 'vitest'
import { createEnterGate } from './composition.ts'

const enter = { key: 'Enter', isComposing: false, keyCode: 13 }
const composingEnter = { key: 'Enter', isComposing: true, keyCode: 229 }

function gateWithCount() {
  let submits = 0
  const gate = createEnterGate(() => submits++)
  return { gate, count: () => submits }
}

it('Hangul: Enter during composition waits for its end, then submits once (Chrome on macOS)', () => {
  const { gate, count } = gateWithCount()
  gate.compositionStart()
  expect(gate.keyDown(composingEnter)).toBe('prevent')
  expect(count()).toBe(0)
  gate.compositionEnd()
  expect(count()).toBe(1)
  gate.keyUp(enter)
  expect(count()).toBe(1)
})

it('Hangul: the second Enter that some systems send for the same press does not submit again (Chrome on Windows)', () => {
  const { gate, count } = gateWithCount()
  gate.compositionStart()
  gate.keyDown(composingEnter)
  gate.compositionEnd()
  expect(gate.keyDown(enter)).toBe('prevent')
  gate.keyUp(enter)
  expect(count()).toBe(1)
})

it('Hangul: a composition that ends before the key still submits once (Safari)', () => {
  const { gate, count } = gateWithCount()
  gate.compositionStart()
  gate.compositionEnd()
  expect(gate.keyDown({ key: 'Enter', isComposing: false, keyCode: 229 })).toBe('prevent')
  gate.keyUp(enter)
  expect(count()).toBe(1)
})

it('Enter without composition is the browser’s own submit, press after press', () => {
  const { gate, count } = gateWithCount()
  expect(gate.keyDown(enter)).toBe('native')
  gate.keyUp(enter)
  expect(gate.keyDown(enter)).toBe('native')
  expect(count()).toBe(0)
})

it('Hangul: ending a composition with another key submits nothing', () => {
  const { gate, count } = gateWithCount()
  gate.compositionStart()
  expect(gate.keyDown({ key: ' ', isComposing: true, keyCode: 229 })).toBe('native')
  gate.compositionEnd()
  expect(count()).toBe(0)
})
