import { chooseLanguage, languageCookieName, languageCookieSeconds, type Language } from '#shared/language.ts'
import { languageOfPath } from './redirects.ts'

/**
 * The language of a request: its address decides; without a prefix the cookie, the browser and the fallback do (R23).
 * @param pathname as the router sees it, without the `.data` of its own requests
 */
export function requestLanguage(pathname: string, headers: Headers): Language {
  const cookie = readCookie(headers.get('Cookie') ?? '', languageCookieName)
  return languageOfPath(pathname) ?? chooseLanguage(cookie, headers.get('Accept-Language'))
}

export function readCookie(header: string, name: string): string | undefined {
  return header
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}

/** The cookie that remembers a choice of language for 365 days (A21). */
export function languageCookie(language: Language): string {
  return `${languageCookieName}=${language}; Max-Age=${languageCookieSeconds}; Path=/; SameSite=Lax`
}
