/**
 * Whether a page is shown inside an app that Google refuses to sign in (403 disallowed_useragent): KakaoTalk, NAVER, Instagram,
 * Facebook, LINE and plain Android web views (`; wv)`).
 */
export function isInAppBrowser(userAgent: string): boolean {
  return /KAKAOTALK|NAVER\(inapp|Instagram|FBAN|FBAV|\bLine\/|; wv\)/i.test(userAgent)
}
