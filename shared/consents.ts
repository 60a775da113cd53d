/** What members agree to. The date names the text that they saw: change it when the text changes in what it asks for. */
export const consentVersions = {
  age: '2026-11-25',
  terms: '2026-11-25',
  privacy: '2026-11-25',
  news: '2026-11-25',
} as const
export type ConsentKind = keyof typeof consentVersions

/** Without these nobody writes or pays; reading stays possible. */
export const requiredConsents = ['age', 'terms', 'privacy'] as const satisfies readonly ConsentKind[]
export const consentKinds = [...requiredConsents, 'news'] as const

/** The versions that a member has agreed to, by kind. */
export type GivenConsents = Partial<Record<string, string>>

/** The required consents that a member has not given in the version of today. */
export const missingConsents = (given: GivenConsents | null): (typeof requiredConsents)[number][] =>
  requiredConsents.filter((kind) => given?.[kind] !== consentVersions[kind])
