import { createHash } from 'node:crypto'
import type { DevelopmentProviderName } from './development-provider-name.ts'

/** A person that a development provider can sign in. */
export type Person = {
  /** The provider's id: digits, stable for the same person, different at each provider. */
  subject: string
  name: string
  email: string | null
  isEmailVerified: boolean
}

type Sample = { key: string; name: string; email: string; kakaoEmail: 'verified' | 'unverified' | 'none' }

/**
 * Reserved names of RFC 2606, so no e-mail can reach anyone. Kim Haneul and Emma Wilson demonstrate linking of both
 * providers.
 */
const samples: Sample[] = [
  { key: 'haneul', name: '김하늘', email: 'haneul.kim@example.com', kakaoEmail: 'verified' },
  { key: 'doyun', name: '이도윤', email: 'doyun.lee@example.com', kakaoEmail: 'none' },
  { key: 'emma', name: 'Emma Wilson', email: 'emma.wilson@example.com', kakaoEmail: 'verified' },
  { key: 'james', name: 'James Carter', email: 'james.carter@example.com', kakaoEmail: 'unverified' },
]

export type SamplePerson = Person & { key: string }

/** The sample people with a one-click button at this provider. */
export function samplePeople(provider: DevelopmentProviderName): SamplePerson[] {
  return samples.map(({ key, name, email, kakaoEmail }) => {
    const shared = provider === 'google' ? 'verified' : kakaoEmail
    return {
      key,
      name,
      subject: subjectOf(provider, `sample:${key}`),
      email: shared === 'none' ? null : email,
      isEmailVerified: shared === 'verified',
    }
  })
}

/** A person from the form: the same e-mail (or, without one, the same name) is the same person next time. */
export function typedPerson(
  provider: DevelopmentProviderName,
  input: { name: string; email: string; isEmailVerified: boolean },
): Person {
  const email = input.email || null
  const identity = email ? `email:${email.toLowerCase()}` : `name:${input.name}`
  return {
    subject: subjectOf(provider, identity),
    name: input.name,
    email,
    isEmailVerified: email !== null && input.isEmailVerified,
  }
}

/** 21 digits at Google and 10 at Kakao (whose id is a JSON number), as the real ones. */
function subjectOf(provider: DevelopmentProviderName, identity: string): string {
  const digest = createHash('sha256').update(`${provider}:${identity}`).digest()
  const digits = digest.readBigUInt64BE().toString().padStart(20, '0')
  return provider === 'google' ? `1${digits}` : `4${digits.slice(-9)}`
}
