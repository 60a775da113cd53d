import type { Language } from '#shared/language.ts'

/** `9,900원`, `₩9,900`. */
export function formatWon(amount: number, language: Language): string {
  return language === 'ko'
    ? `${new Intl.NumberFormat('ko').format(amount)}원`
    : new Intl.NumberFormat('en', { style: 'currency', currency: 'KRW' }).format(amount)
}

/** A day as people in Korea count it: that is where cards are charged. */
export function formatDay(iso: string, language: Language): string {
  return new Date(iso).toLocaleDateString(language, { dateStyle: 'long', timeZone: 'Asia/Seoul' })
}
