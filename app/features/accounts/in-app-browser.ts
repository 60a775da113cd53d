/**
 * Whether a page is shown inside an app in which Google refuses a sign-in (403 disallowed_useragent).
 * These are KakaoTalk, NAVER, Instagram, Facebook, LINE and plain Android web views (`; wv)`).
 */
export function isInAppBrowser(userAgent: string): boolean {
  return /KAKAOTALK|NAVER\(inapp|Instagram|FBAN|FBAV|\bLine\/|; wv\)/i.test(userAgent)
}
