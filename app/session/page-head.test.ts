import { expect, it } from 'vitest'
import { pageTitle } from './page-head.tsx'

it('R28: a title is page, separator, site name in both languages', () => {
  expect(pageTitle('요금제', 'ko')).toBe('요금제 · 문장')
  expect(pageTitle('Pricing', 'en')).toBe('Pricing · Munjang')
})
