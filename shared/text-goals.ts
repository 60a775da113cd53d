// A member's goal for the length of a text, and the time that it takes to read.
export const goalUnits = ['characters', 'words'] as const
export type GoalUnit = (typeof goalUnits)[number]
export type TextGoal = { count: number; unit: GoalUnit }
/** The longest text that can be stored. */
export const goalMax = 200_000

/** @param typed digits, with or without commas @returns null for anything but a whole number from 1 to `goalMax` */
export function readGoalCount(typed: string): number | null {
  const digits = typed.normalize('NFKC').replaceAll(/[\s,]/g, '')
  const count = /^\d{1,6}$/.test(digits) ? Number(digits) : 0
  return count >= 1 && count <= goalMax ? count : null
}

/** A letter that is a syllable or a word of its own. */
const denseLetter = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
/**
 * Silent reading by adults: 238 English words (M. Brysbaert, How many words do we read per minute?, 2019), and 500
 * syllables, which blogs count for Korean, Chinese and Japanese. UNCONFIRMED for Korean by a study.
 */
const perMinute = { words: 238, letters: 500 } as const

/** @param plain the text without formatting @returns whole minutes, at least 1; 0 for an empty text */
export function readingMinutes(plain: string): number {
  if (plain.trim() === '') return 0
  const letters = plain.match(denseLetter)?.length ?? 0
  const words = plain.replace(denseLetter, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  return Math.max(1, Math.round(letters / perMinute.letters + words / perMinute.words))
}
