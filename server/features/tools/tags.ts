// Tags of a text, and hashtags of an Instagram feed.
import { particles } from '#shared/keyword-terms.ts'
import { tagsMaxCount } from '#shared/tools.ts'

/** Tags in the format of publishing places: one word each, without emoji. */
export function cleanTags(tags: string[]): string[] {
  const clean = tags
    .map((tag) => tag.replace(/[\s#]|\p{Extended_Pictographic}|\p{Variation_Selector}|\u200d/gu, ''))
    .filter(Boolean)
  return [...new Map(clean.map((tag) => [tag.toLowerCase(), tag])).values()].slice(0, tagsMaxCount)
}

/** Instagram's maximum on one post since December 2025. */
export const hashtagsMax = 5

/** A hashtag ends at the first space or sign. */
export const asHashtags = (tags: string[]): string[] =>
  cleanTags(tags.map((tag) => tag.replace(/[^\p{L}\p{M}\p{N}_]|\p{Variation_Selector}/gu, ''))).slice(
    0,
    hashtagsMax,
  )

/** Sites allow digits in a hashtag, but ask for a letter: “#1” is none, #2026여행 is one. */
const hashtag = /(?<![\p{L}\p{M}\p{N}_&/#\\])\\?[#＃](?=[\p{N}_]*\p{L})([\p{L}\p{M}\p{N}_]+)/gu

const colour = /^(?:(?=[a-f]*\d)(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})|([a-f])\1\1|(?:([a-f])\2){3,4})$/i
const afterColour = new RegExp(`(?<=[\\da-f])(?:색|입니다|이에요|예요|${particles})$`, 'i')

/**
 * Whether a word after the sign is a web colour, as in “#0a0a0a” or “#fff로”: hexadecimal digits with a numeral, or of
 * doubled letters. Other letters are words, as in #cafe and #facade.
 */
const isColour = (word: string): boolean => colour.test(word.replace(afterColour, ''))

const withoutSigns = (line: string): string =>
  line.replace(hashtag, (found: string, word: string) => (isColour(word) ? found : word))

/**
 * A caption without hashtags, because those stand below it. Lines and ends of sentences that have nothing else lose
 * them; a hashtag within a sentence is a word of it and loses its sign. Among hashtags, a colour or a number is one.
 */
export const withoutHashtags = (caption: string): string =>
  caption
    .split('\n')
    .flatMap((line) => {
      if (withoutSigns(line) === line) return [line]
      const kept = withoutSigns(line.replace(trailingHashtags, '$1')).trimEnd()
      return /[\p{L}\p{N}]/u.test(kept) ? [kept] : []
    })
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** After the end of a sentence, or as a whole line. */
const trailingHashtags =
  /(^|[.!?…。！？~)"”’\p{Extended_Pictographic}\p{Variation_Selector}])[\s,·|]*(?:\\?[#＃][\p{L}\p{M}\p{N}_]+[\s,·|]*)+$/u
