import { type Translate, useTranslation } from '#app/session/words.tsx'

type Words = Translate<'keywords'>

/** What opening cost, and until when it is free. */
export function describeCost(
  t: Words,
  { token, isUnlimited, time }: { token: number; isUnlimited: boolean; time: string },
): string {
  if (token > 0) return t('keywords.charged', { tokens: token, time })
  return isUnlimited ? t('keywords.unlimited') : t('keywords.opened', { time })
}

/** Times as a report shows them, in the visitor's zone. */
export function useTimes() {
  const { language } = useTranslation('keywords')
  return {
    formatTime: (iso: string) =>
      new Date(iso).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' }),
  }
}
