import type { JSONContent, MarkdownParseHelpers, MarkdownToken } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { Paragraph } from '@tiptap/extension-paragraph'
import type { DOMOutputSpec } from '@tiptap/pm/model'
import { readPictureAddress, readVideoAddress } from '#shared/pictures.ts'
import { formatPicture } from '#shared/write-picture.ts'
import { splitAlignment, writeAlignment } from '#shared/text-marks.ts'
import { storedAlignment } from './marks.ts'

const isOurs = (address: string): boolean =>
  readPictureAddress(address) !== null || readVideoAddress(address) !== null

function readMedia(media: Element | null, figure?: Element) {
  const src = media?.getAttribute('data-address') ?? ''
  const alt = media?.getAttribute('alt') ?? media?.getAttribute('aria-label') ?? ''
  const title = figure?.querySelector('figcaption')?.textContent ?? null
  return isOurs(src) ? { src, alt, title } : (false as const)
}

function mediaElement(shown: { src: string; alt: string | null; place: object }): DOMOutputSpec {
  const { src, place } = shown
  const alt = shown.alt ?? ''
  const video = readVideoAddress(src)
  const { width, height, src: path } = video ?? readPictureAddress(src) ?? { src: '' }
  const own = { 'data-address': src, src: path, width, height, ...place }
  return video
    ? ['video', { ...own, controls: '', preload: 'metadata', 'aria-label': alt }]
    : ['img', { ...own, alt }]
}

/** An image or video of our storage is alone in its paragraph; its title is the caption. Others become a link with their description. */
const Picture = Image.extend({
  parseHTML: () => [
    { tag: 'figure', getAttrs: (figure) => readMedia(figure.querySelector('img, video'), figure) },
    { tag: 'img[src], video[src]', getAttrs: (media) => readMedia(media) },
  ],
  renderHTML({ node, HTMLAttributes: { 'data-align': align, style } }) {
    const { src, alt, title } = node.attrs as { src: string; alt: string | null; title: string | null }
    const place = align ? { 'data-align': align, style } : {}
    if (!title) return mediaElement({ src, alt, place })
    return ['figure', place, mediaElement({ src, alt, place: {} }), ['figcaption', {}, title]]
  },
  parseMarkdown: (token, helpers) => asLink(token, helpers),
  renderMarkdown: ({ attrs }) =>
    writeAlignment(
      formatPicture({
        alt: String(attrs?.alt ?? ''),
        address: String(attrs?.src ?? ''),
        caption: String(attrs?.title ?? ''),
      }),
      storedAlignment(attrs),
    ),
  // Members never type addresses of our storage.
  addInputRules: () => [],
})

const PictureParagraph = Paragraph.extend({
  parseMarkdown(token, helpers) {
    const { align, tokens } = splitAlignment(token.tokens ?? [])
    const [only, ...others] = tokens
    if (only?.type === 'image' && others.length === 0 && isOurs(String(only.href ?? '')))
      return helpers.createNode('image', {
        src: only.href,
        alt: only.text,
        title: only.title || null,
        ...(align ? { align } : {}),
      })
    if (only?.type === 'image' && others.length === 0)
      return helpers.createNode('paragraph', align ? { align } : undefined, [asLink(only, helpers)].flat())
    const paragraph = this.parent!({ ...token, tokens }, helpers)
    return 'type' in paragraph && align ? { ...paragraph, attrs: { ...paragraph.attrs, align } } : paragraph
  },
  renderMarkdown(node, helpers, context) {
    return writeAlignment(this.parent!(node, helpers, context), storedAlignment(node.attrs))
  },
})

function asLink({ href, text }: MarkdownToken, helpers: MarkdownParseHelpers): JSONContent {
  const words = helpers.createTextNode(text || String(href ?? ''))
  return /^https?:\/\//i.test(String(href ?? ''))
    ? { ...words, marks: [{ type: 'link', attrs: { href } }] }
    : words
}

export const pictureExtensions = [PictureParagraph, Picture]
