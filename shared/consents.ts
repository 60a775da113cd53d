/** The consents of members. The date names the version of the text: change it when the text's demands change. */
export const consentVersions = {
  age: '2026-11-25',
  terms: '2026-11-26',
  privacy: '2026-11-26',
  news: '2026-11-25',
} as const
export type ConsentKind = keyof typeof consentVersions

/** Members need these to write or pay; reading is possible without them. */
export const requiredConsents = ['age', 'terms', 'privacy'] as const satisfies readonly ConsentKind[]
export const consentKinds = [...requiredConsents, 'news'] as const

/** The versions of a member's consents, by kind. */
export type GivenConsents = Partial<Record<string, string>>

/** The required consents that a member has not given in the current version. */
export const missingConsents = (given: GivenConsents | null): (typeof requiredConsents)[number][] =>
  requiredConsents.filter((kind) => given?.[kind] !== consentVersions[kind])
