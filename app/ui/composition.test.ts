import { expect, it } from 'vitest'
import { createEnterGate } from './composition.ts'

const enter = { key: 'Enter', isComposing: false, keyCode: 13 }
const composingEnter = { key: 'Enter', isComposing: true, keyCode: 229 }

it('Hangul: Enter during composition waits for its end, then submits once (Chrome on macOS)', () => {
  const gate = createEnterGate()
  gate.compositionStart()
  expect(gate.keyDown(composingEnter)).toBe('prevent')
  expect(gate.compositionEnd()).toBe('submit')
  gate.keyUp(enter)
  gate.compositionStart()
  expect(gate.compositionEnd()).toBe('native')
})

it('Hangul: the second Enter that some systems send for the same press does not submit again (Chrome on Windows)', () => {
  const gate = createEnterGate()
  gate.compositionStart()
  gate.keyDown(composingEnter)
  expect(gate.compositionEnd()).toBe('submit')
  expect(gate.keyDown(enter)).toBe('prevent')
})

it('Hangul: a composition that ends before the key still submits once (Safari)', () => {
  const gate = createEnterGate()
  gate.compositionStart()
  expect(gate.compositionEnd()).toBe('native')
  const lateEnter = { key: 'Enter', isComposing: false, keyCode: 229 }
  expect(gate.keyDown(lateEnter)).toBe('submit')
  expect(gate.keyDown(lateEnter)).toBe('prevent')
})

it('Enter without composition is the browser’s own submit, press after press', () => {
  const gate = createEnterGate()
  expect(gate.keyDown(enter)).toBe('native')
  gate.keyUp(enter)
  expect(gate.keyDown(enter)).toBe('native')
})

it('Hangul: after a submit by composition the next press submits natively again', () => {
  const gate = createEnterGate()
  gate.compositionStart()
  gate.keyDown(composingEnter)
  gate.compositionEnd()
  gate.keyUp(enter)
  expect(gate.keyDown(enter)).toBe('native')
})

it('Hangul: ending a composition with another key submits nothing', () => {
  const gate = createEnterGate()
  gate.compositionStart()
  expect(gate.keyDown({ key: ' ', isComposing: true, keyCode: 229 })).toBe('native')
  expect(gate.compositionEnd()).toBe('native')
})
