import type { Language } from './language.ts'

const names: Record<string, Record<Language, string>> = {
  google: { ko: 'Google', en: 'Google' },
  kakao: { ko: '카카오', en: 'Kakao' },
}

/** The displayed name of a sign-in provider; an unknown one stays unchanged. */
export const providerName = (provider: string, language: Language): string =>
  names[provider]?.[language] ?? provider
