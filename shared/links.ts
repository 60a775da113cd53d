/** Links in what people write: the same ones on screen and for the server (T16). */
export const linksMax = 10
export const linkMaxLength = 2_000

/** What a person sees of a link that was read. */
export type LinkPreview = {
  url: string
  title: string
  /** Host of the page that was read in the end, without `www.`. */
  site: string
  /** The first lines. */
  excerpt: string
  /** Of the text that was read, at most what a model is given. */
  characters: number
}

const pattern = /\b(?:https?:\/\/|www\.(?=[^\s.]+\.))[^\s<>"'`“”‘’「」『』{}|\\^]+/gi
/** What follows an address in a Korean sentence without a space; longer ones first. */
const particle =
  /(?<=[A-Za-z0-9/])(?:에서는|에서도|이라는|입니다|이에요|으로는|에서|에는|에도|으로|부터|까지|처럼|보다|라는|라고|이랑|이나|예요|을|를|은|는|이|가|의|에|와|과|로|도|만|랑|나)$/

/** Addresses in any text of a form, however deep: each once, in order, without the punctuation and particles that follow them. */
export function findLinks(texts: string): string[] {
  const links = [...texts.matchAll(pattern)].map(([found]) => withScheme(trimEnd(found)))
  return [...new Set(links)].filter(
    (link) => link.length <= linkMaxLength && /^https?:\/\/[^/?#]/i.test(link),
  )
}

function trimEnd(found: string): string {
  const shorter = withoutPunctuation(found)
  const cut = shorter.replace(particle, '')
  return cut === shorter ? shorter : withoutPunctuation(cut)
}

const punctuation = new Set('.,!?:;…·。、*_~')
const openingOf: Record<string, string> = { ')': '(', ']': '[' }

/** A closing bracket belongs to the address only if it was opened in it. Texts may be 100,000 dots long. */
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
