import type { Language } from './language.ts'

const names: Record<string, Record<Language, string>> = {
  google: { ko: 'Google', en: 'Google' },
  kakao: { ko: '카카오', en: 'Kakao' },
}

/** Whom a member signs in with, as people call it; one that has no name here stays as it is. */
export const providerName = (provider: string, language: Language): string =>
  names[provider]?.[language] ?? provider
