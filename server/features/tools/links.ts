// Links in members' input as sources: previewed before writing, and read for the text.
import { errorMessage } from '#server/error-words.ts'
import { readMemberLink } from '#server/adapters/member-links.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { findLinks, linkingTexts, linkMaxLength, linksMax, type LinkPreview } from '#shared/links.ts'
import type { Source } from './source.ts'

type Reading = { memberId: string; signal: AbortSignal }

/** The links of a form, without excluded ones. */
export const linksOfForm = (form: object, leftOut: readonly string[]): string[] =>
  findLinks(linkingTexts(form)).filter((link) => !leftOut.includes(link))

/** @throws AppError too_many_links */
export function requireFewLinks(links: readonly string[]): void {
  if (links.length > linksMax)
    throw new AppError('too_many_links', { field: 'links', detail: { count: linksMax } })
}

/** The excluded links of a stored request; empty for anything else. */
export function leftOutOfRequest(request: unknown): string[] {
  const { left_out: leftOut } = (request ?? {}) as { left_out?: unknown }
  return isLeftOut(leftOut) ? leftOut : []
}

export const isLeftOut = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length <= 50 &&
  value.every((link) => typeof link === 'string' && link.length <= linkMaxLength)

/**
 * Reads the links of a text in parallel.
 * @throws AppError with `detail.name`: the unreadable link; the signal's reason
 */
export async function readLinkSources(
  deps: Dependencies,
  links: readonly string[],
  { charactersMax, ...reading }: Reading & { charactersMax: number },
): Promise<Source[]> {
  return Promise.all(
    links.map(async (url) => {
      try {
        const { title, site, text } = await readMemberLink(deps, url, reading)
        const given = text.slice(0, charactersMax)
        const summary = { kind: 'link' as const, name: title, url, characters: Array.from(given).length }
        return { name: `${title} (${site})`, kind: 'link', summary, text: given, pictures: [] }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        const { message, cause } = error
        throw new AppError(error.code, { detail: { ...error.detail, name: url }, message, cause })
      }
    }),
  )
}

export type LinkAnswer = LinkPreview | { url: string; code: ErrorCode; message: string }

const excerptCharacters = 240

/** The content of each link, or its error, in the order of the links. */
export function previewLinks(
  deps: Dependencies,
  links: readonly string[],
  { language, ...reading }: Reading & { language: Language },
): Promise<LinkAnswer[]> {
  return Promise.all(
    links.map(async (url): Promise<LinkAnswer> => {
      try {
        const { title, site, text } = await readMemberLink(deps, url, reading)
        const characters = Array.from(text)
        const excerpt = characters.slice(0, excerptCharacters).join('')
        return { url, title, site, excerpt, characters: characters.length }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return { url, code: error.code, message: errorMessage(error, language) }
      }
    }),
  )
}
