import type { Language } from '#shared/language.ts'

/** A day as our readers in Korea count it: the same for everybody, so that a page can be kept. */
export function describeDate(iso: string, language: Language): string {
  return new Date(iso).toLocaleDateString(language, { dateStyle: 'long', timeZone: 'Asia/Seoul' })
}
