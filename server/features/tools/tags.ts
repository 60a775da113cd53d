// Tags of a text, and hashtags of an Instagram feed.
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

/** A number alone, as in “#1”, is none. */
const hashtag = /(?<![\p{L}\p{M}\p{N}_&/#\\])\\?[#＃](?=[\p{N}_]*\p{L})([\p{L}\p{M}\p{N}_]+)/gu

/**
 * A caption without hashtags, because those stand below it. Lines and ends of sentences that have nothing else lose
 * them; a hashtag within a sentence is a word of it and loses its sign.
 */
export const withoutHashtags = (caption: string): string =>
  caption
    .split('\n')
    .flatMap((line) => {
      if (line.replace(hashtag, '') === line) return [line]
      const kept = line.replace(trailingHashtags, '$1').replace(hashtag, '$1').trimEnd()
      return /[\p{L}\p{N}]/u.test(kept) ? [kept] : []
    })
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** After the end of a sentence, or as a whole line. */
const trailingHashtags =
  /(^|[.!?…。！？~)"”’\p{Extended_Pictographic}\p{Variation_Selector}])[\s,·|]*(?:\\?[#＃][\p{L}\p{M}\p{N}_]+[\s,·|]*)+$/u
