/** The languages of the interface. The language of a text is a different choice: `outputLanguages` in tools.ts. */
export const languages = ['ko', 'en'] as const
export type Language = (typeof languages)[number]

const fallbackLanguage: Language = 'ko'
export const languageCookieName = 'lang'
export const languageCookieSeconds = 365 * 24 * 60 * 60

export function isLanguage(value: unknown): value is Language {
  return languages.includes(value as Language)
}

/**
 * Stored cookie first, then the browser's languages in their order of preference, then the fallback (R23).
 * Languages that are not configured are skipped (R24).
 * @param acceptLanguage value of the Accept-Language header, for example `en-GB,en;q=0.9,ko;q=0.8`
 */
export function chooseLanguage(cookie: string | undefined, acceptLanguage: string | null): Language {
  if (isLanguage(cookie)) return cookie
  return preferredLanguages(acceptLanguage).find(isLanguage) ?? fallbackLanguage
}

function preferredLanguages(header: string | null): string[] {
  return (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.map((p) => /^\s*q=([\d.]+)\s*$/.exec(p)?.[1]).find(Boolean)
      return { code: tag.toLowerCase().split('-')[0] ?? '', quality: quality ? Number(quality) : 1 }
    })
    .filter((entry) => entry.quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map((entry) => entry.code)
}
