import { readMemberLink } from '#server/adapters/member-links.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { AppError } from '#shared/errors.ts'
import { postCharacters, postsMin, type ToneLink } from '#shared/tones.ts'

/**
 * Reads the posts in parallel; unreadable ones are named and left out.
 * @param onLink called with each link as soon as its result is known
 * @returns the texts in the order of their links
 * @throws AppError too_few_posts when fewer than three could be read; the signal's reason
 */
export async function readPosts(
  deps: Dependencies,
  urls: readonly string[],
  { onLink, ...reading }: { memberId: string; signal: AbortSignal; onLink: (link: ToneLink) => void },
): Promise<string[]> {
  const found = await Promise.all(
    urls.map(async (url) => {
      try {
        const { title, site, text } = await readMemberLink(deps, url, reading)
        const characters = Array.from(text.replaceAll('\0', ''))
        if (characters.length < postCharacters.min) throw new AppError('post_too_short')
        onLink({ url, title: title.replaceAll('\0', ''), site, characters: characters.length })
        return characters.slice(0, postCharacters.max).join('')
      } catch (error) {
        if (!(error instanceof AppError) || reading.signal.aborted) throw error
        onLink({ url, code: error.code })
        return null
      }
    }),
  )
  const posts = found.filter((post) => post !== null)
  if (posts.length < postsMin) throw new AppError('too_few_posts', { detail: { count: postsMin } })
  return posts
}
