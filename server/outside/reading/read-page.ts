import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { AppError } from '#shared/errors.ts'

export type PageText = { title: string; text: string }

const elementsMax = 50_000

/**
 * What a person would read on a page: its article without menus, scripts and advertisements.
 * @throws AppError link_unreadable for a page without text
 */
export function readPage(page: {
  data: Uint8Array
  address: string
  charset: string
  charactersMax: number
}): PageText {
  const html = decode(page.data, page.charset)
  // The parser makes no body of its own, as browsers do for sloppy pages.
  const { document } = parseHTML(/<body[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`)
  const article = new Readability(document as unknown as Document, { maxElemsToParse: elementsMax }).parse()
  const text = textOf(article?.content ?? '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
  if (!text) throw new AppError('link_unreadable')
  const title = (article?.title || /<title>([^<]+)/i.exec(html)?.[1] || new URL(page.address).hostname)
    .replace(/\s+/g, ' ')
    .trim()
  return { title: title.slice(0, 200), text: text.slice(0, page.charactersMax) }
}

/** The library's own text sets heading and paragraph together without a break. */
function textOf(html: string): string {
  const lines = html.replace(/<\/(?:p|h[1-6]|li|div|tr|blockquote|section|pre)>|<br[^>]*>/gi, '$&\n')
  return parseHTML(`<html><body>${lines}</body></html>`).document.body.textContent ?? ''
}

/** The header's charset first, then the page's own word, else UTF-8; Korean pages may still be EUC-KR. */
function decode(data: Uint8Array, charset: string): string {
  const head = new TextDecoder('latin1').decode(data.subarray(0, 2_048))
  const named = charset || /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] || 'utf-8'
  try {
    return new TextDecoder(named).decode(data)
  } catch {
    // A charset that nobody knows.
    return new TextDecoder().decode(data)
  }
}
