import type { Language } from '#shared/language.ts'

/** The product's seal: 문 in Korean, M in English. Decorative; the name appears next to it. */
export function SealMark({ language, size = 28 }: { language: Language; size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="var(--seal)" />
      <path
        d={language === 'ko' ? hangul : latin}
        fill="none"
        stroke="var(--on-seal)"
        strokeWidth={language === 'ko' ? 2.6 : 3.2}
        strokeLinecap="square"
        strokeLinejoin="miter"
      />
    </svg>
  )
}

const hangul = 'M10.8 7.3h10.4v5.9H10.8zM7.6 17h16.8M16 17v3.6M10.8 20.6v4.6h10.9'
const latin = 'M9 22.4V10.2l7 8.6 7-8.6v12.2'
