// Links in members' text, found by the same rule on screens and the server (T16).
import { joinTexts } from './characters.ts'

export const linksMax = 10
export const linkMaxLength = 2_000

/** The preview of a link. */
export type LinkPreview = {
  url: string
  title: string
  /** Host of the final page, without `www.`. */
  site: string
  /** The first lines. */
  excerpt: string
  /** The length of the read text, at most the limit for a model. */
  characters: number
}

const pattern = /\b(?:https?:\/\/|www\.(?=[^\s.]+\.))[^\s<>"'`“”‘’「」『』{}|\\^]+/gi
/** Particles that follow a URL in a Korean sentence without a space; longer ones first. */
const particle =
  /(?<=[A-Za-z0-9/])(?:에서는|에서도|이라는|입니다|이에요|으로는|에서|에는|에도|으로|부터|까지|처럼|보다|라는|라고|이랑|이나|예요|을|를|은|는|이|가|의|에|와|과|로|도|만|랑|나)$/

/**
 * The texts of a form whose links are sources. A received e-mail is none of them: its sender chose its links, and must
 * not make us open them.
 */
export const linkingTexts = (form: object): string => joinTexts({ ...form, received: '' })

/** URLs in any text of a form, at any depth: each once, in order, without the punctuation and particles after them. */
export function findLinks(texts: string): string[] {
  const links = [...texts.matchAll(pattern)].map(([found]) => withScheme(trimEnd(found)))
  return [...new Set(links)].filter(
    (link) => link.length <= linkMaxLength && /^https?:\/\/[^/?#]/i.test(link),
  )
}

/** Whether a text is nothing but links. */
export const isOnlyLinks = (text: string): boolean => !/[\p{L}\p{N}]/u.test(text.replace(pattern, ''))

function trimEnd(found: string): string {
  const shorter = withoutPunctuation(found)
  const cut = shorter.replace(particle, '')
  return cut === shorter ? shorter : withoutPunctuation(cut)
}

const punctuation = new Set('.,!?:;…·。、*_~')
const openingOf: Record<string, string> = { ')': '(', ']': '[' }

/** A closing bracket is part of the URL only with its opening one. Texts may be 100,000 dots long. */
function withoutPunctuation(text: string): string {
  const openedAt: Record<string, number> = { '(': text.indexOf('('), '[': text.indexOf('[') }
  const isUnopened = (bracket: string, index: number) => {
    const at = openedAt[openingOf[bracket] ?? '']
    return at !== undefined && (at === -1 || at > index)
  }
  let end = text.length
  while (end > 0 && (punctuation.has(text[end - 1]!) || isUnopened(text[end - 1]!, end - 1))) end--
  return text.slice(0, end)
}

const withScheme = (link: string): string => (/^https?:/i.test(link) ? link : `https://${link}`)
