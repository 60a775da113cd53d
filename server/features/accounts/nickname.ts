import { nicknameMaxLength, nicknameMinLength } from '#shared/accounts.ts'
import type { Language } from '#shared/language.ts'

/** Names that would let a member impersonate us (B16), compared without case, spaces, digits and signs. */
const reservedNames = new Set([
  'admin',
  'administrator',
  'operator',
  'owner',
  'moderator',
  'staff',
  'official',
  'support',
  'help',
  'helpdesk',
  'system',
  'root',
  'munjang',
  'munjangteam',
  'team',
  'security',
  'anonymous',
  'unknown',
  'null',
  'undefined',
  'deleted',
  'me',
  '관리자',
  '운영자',
  '운영진',
  '문장',
  '문장팀',
  '문장운영자',
  '문장관리자',
  '고객센터',
  '고객지원',
  '공식',
  '시스템',
  '탈퇴회원',
  '알수없음',
])
const fallbackNames = { ko: '문장이', en: 'writer' } as const

/**
 * Control, format (joiners, direction marks) and unassigned characters, lone surrogates: they make two names look alike
 * or reverse text.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Co}\p{Zl}\p{Zp}]/gu

/**
 * Makes a valid name from a provider's name: 2 to 20 characters, not reserved (B16).
 * @param number picks the fallback's number, from 0 to 8999
 */
export function cleanNickname(name: unknown, language: Language, number: number): string {
  const text = typeof name === 'string' ? tidy(name) : ''
  const cut = Array.from(text).slice(0, nicknameMaxLength).join('').trim()
  const isUsable = Array.from(cut).length >= nicknameMinLength && !isReservedNickname(cut)
  return isUsable ? cut : `${fallbackNames[language]}${1000 + (number % 9000)}`
}

const tidy = (name: string) => name.normalize('NFC').replace(unprintable, '').replace(/\s+/g, ' ').trim()

/**
 * Normalizes a name that a member typed; null when it is too short or too long, because members get an error instead of
 * a cut (B16).
 */
export function plainNickname(name: string): string | null {
  const text = tidy(name)
  const { length } = Array.from(text)
  return length >= nicknameMinLength && length <= nicknameMaxLength ? text : null
}

export function isReservedNickname(name: string): boolean {
  return reservedNames.has(
    name
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\s\d\p{P}\p{S}]/gu, ''),
  )
}

/** The name with a number after it, at most 20 characters: the name of a second 김하늘. */
export function numberedNickname(name: string, number: number): string {
  const suffix = String(number)
  return (
    Array.from(name)
      .slice(0, nicknameMaxLength - suffix.length)
      .join('')
      .trimEnd() + suffix
  )
}
