import { expect, it } from 'vitest'
import { consentVersions, missingConsents } from './consents.ts'

it('no consent counts before it is recorded', () => {
  expect(missingConsents(null)).toEqual(['age', 'terms', 'privacy'])
  expect(missingConsents({})).toEqual(['age', 'terms', 'privacy'])
})

it('a consent to an earlier version does not count, and news are never required', () => {
  const { news: _, ...required } = consentVersions
  expect(missingConsents(required)).toEqual([])
  expect(missingConsents({ ...required, terms: '2020-01-01' })).toEqual(['terms'])
})
