import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { AppError } from '#shared/errors.ts'
import { findPublishedDay, parseDay } from './published-day.ts'

export type PageText = {
  title: string
  text: string
  /** The subheadings of the article, in order, without its title. */
  headings: string[]
  /** The number of pictures in the article. */
  pictures: number
  /** `2026-11-03`, or null where the page does not say when it was published. */
  date: string | null
}

const elementsMax = 50_000
/** Below this length the library takes the whole page, menus included. */
const articleCharactersMin = 500
const headingsMax = 40
const headingCharactersMax = 120

/**
 * The readable text of a page: its article without menus, scripts and advertisements.
 * @throws AppError link_unreadable for a page without text
 */
export function readPage(page: {
  data: Uint8Array
  address: string
  charset: string
  charactersMax: number
}): PageText {
  const html = decode(page.data, page.charset)
  const document = parse(html)
  markHeadings(document)
  // The library takes elements out of the document. It reads structured data (JSON-LD) as well.
  const day = findPublishedDay(document)
  const article = new Readability(document as unknown as Document, {
    maxElemsToParse: elementsMax,
  }).parse()
  const chosen = article?.content ?? ''
  const found = tidy(textOf(chosen))
  const body = found.length < articleCharactersMin ? bodyOf(html) : ''
  const whole = tidy(textOf(body))
  const text = whole || found
  if (!text) throw new AppError('link_unreadable')
  const title = (article?.title || /<title>([^<]+)/i.exec(html)?.[1] || new URL(page.address).hostname)
    .replace(/\s+/g, ' ')
    .trim()
  return {
    title: title.slice(0, 200),
    text: text.slice(0, page.charactersMax),
    date: parseDay(article?.publishedTime) ?? day,
    ...structureOf(whole ? body : chosen, title),
  }
}

/** Posts of blog.naver.com have headings and quotations for headings that are no heading elements. */
function markHeadings(document: ReturnType<typeof parse>): void {
  for (const block of document.querySelectorAll('.se-sectionTitle, .se-quotation')) {
    const text = (block.textContent ?? '').replace(/\s+/g, ' ').trim()
    if (text === '' || text.length > headingCharactersMax) continue
    const heading = document.createElement('h3')
    heading.textContent = text
    block.replaceWith(heading)
  }
}

function structureOf(html: string, title: string): Pick<PageText, 'headings' | 'pictures'> {
  const { body } = parseHTML(`<html><body>${html}</body></html>`).document
  const headings = [...body.querySelectorAll('h1,h2,h3,h4')]
    .map((heading) => (heading.textContent ?? '').replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '' && text !== title)
    .map((text) => Array.from(text).slice(0, headingCharactersMax).join(''))
  return {
    headings: [...new Set(headings)].slice(0, headingsMax),
    pictures: body.querySelectorAll('img').length,
  }
}

/** The parser needs `html`, `head` and `body`, which sloppy pages leave out and browsers add. */
function parse(html: string) {
  const inner = html.replace(/<!doctype[^>]*>|<\/?(?:html|head)(?:\s[^>]*)?>/gi, '')
  const start = inner.search(/<body[\s>]/i)
  const body = start < 0 ? `<body>${inner}</body>` : inner.slice(start)
  return parseHTML(`<html><head>${start < 0 ? '' : inner.slice(0, start)}</head>${body}</html>`).document
}

/** The page without its menus. */
function bodyOf(html: string): string {
  const document = parse(html)
  markHeadings(document)
  const { body } = document
  for (const other of body.querySelectorAll('script,style,noscript,template,nav,header,footer,form,svg'))
    other.remove()
  return body.innerHTML
}

const tidy = (text: string): string =>
  text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim()

/** The library's own text joins heading and paragraph without a break. */
function textOf(html: string): string {
  const lines = html.replace(/<\/(?:p|h[1-6]|li|div|tr|blockquote|section|pre)>|<br[^>]*>/gi, '$&\n')
  return parseHTML(`<html><body>${lines}</body></html>`).document.body.textContent ?? ''
}

/** The header's charset first, then the page's own, else UTF-8; Korean pages may still be EUC-KR. */
function decode(data: Uint8Array, charset: string): string {
  const head = new TextDecoder('latin1').decode(data.subarray(0, 2_048))
  const named = charset || /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] || 'utf-8'
  try {
    return new TextDecoder(named).decode(data)
  } catch {
    // An unknown charset.
    return new TextDecoder().decode(data)
  }
}
