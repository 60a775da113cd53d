import { expect, it } from 'vitest'
import { documentTone } from './document-prompts.ts'

it('a report to a named reader speaks to them formally, any other is written in the plain style of reports', () => {
  expect([documentTone({ target: '대표이사' }), documentTone({ target: '' }), documentTone({})]).toEqual([
    'formal',
    'report',
    'report',
  ])
})
