// Differences and beginnings of texts that never separate the two UTF-16 halves of a character.
import { titleMaxLength } from '#shared/tools.ts'

/** The part of `before` to replace, and its replacement: what both texts share at their ends is left out. */
export function findDifference(before: string, after: string): { start: number; end: number; text: string } {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head++
  if (head > 0 && isFirstHalf(before[head - 1]!)) head--
  let tail = 0
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++
  if (tail > 0 && isSecondHalf(before[before.length - tail]!)) tail--
  return { start: head, end: before.length - tail, text: after.slice(head, after.length - tail) }
}

const isFirstHalf = (unit: string): boolean => unit >= '\ud800' && unit <= '\udbff'
const isSecondHalf = (unit: string): boolean => unit >= '\udc00' && unit <= '\udfff'

/** Drops a lone surrogate at the end. */
export const wholeCharacters = (text: string): string => text.replace(/[\ud800-\udbff]$/, '')

/** A title from longer text. */
export const firstCharacters = (text: string): string => Array.from(text).slice(0, titleMaxLength).join('')
