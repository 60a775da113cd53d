import { expect, it } from 'vitest'
import { providers } from './accounts.ts'
import { languages } from './language.ts'
import { providerName } from './providers.ts'

it('A01, B19: every provider has a name in both languages', () => {
  for (const provider of providers)
    for (const language of languages) expect(providerName(provider, language)).not.toBe(provider)
  expect(providerName('kakao', 'ko')).toBe('카카오')
})
