import {
  mergeAttributes,
  type JSONContent,
  type MarkdownParseHelpers,
  type MarkdownToken,
} from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { Paragraph } from '@tiptap/extension-paragraph'
import { plainDescription, readPictureAddress, readVideoAddress } from '#shared/pictures.ts'
import { splitAlignment, writeAlignment } from '#shared/text-marks.ts'
import { storedAlignment } from './marks.ts'

const isOurs = (address: string): boolean =>
  readPictureAddress(address) !== null || readVideoAddress(address) !== null

/** An image or video of our storage is alone in its paragraph. Others become a link with their description. */
const Picture = Image.extend({
  parseHTML: () => [
    {
      tag: 'img[src], video[src]',
      getAttrs: (element) => {
        const src = element.getAttribute('data-address') ?? ''
        const alt = element.getAttribute('alt') ?? element.getAttribute('aria-label') ?? ''
        return isOurs(src) ? { src, alt } : false
      },
    },
  ],
  renderHTML({ HTMLAttributes }) {
    const { src = '', alt } = HTMLAttributes as { src?: string; alt?: string }
    const video = readVideoAddress(src)
    if (video) {
      const { width, height } = video
      const shown = {
        src: video.src,
        width,
        height,
        controls: '',
        preload: 'metadata',
        'aria-label': alt ?? '',
      }
      return ['video', mergeAttributes(this.options.HTMLAttributes, { 'data-address': src, ...shown })]
    }
    const picture = readPictureAddress(src)
    return [
      'img',
      mergeAttributes(this.options.HTMLAttributes, {
        'data-address': src,
        src: picture?.src ?? '',
        width: picture?.width,
        height: picture?.height,
        alt: alt ?? '',
      }),
    ]
  },
  parseMarkdown: (token, helpers) => asLink(token, helpers),
  renderMarkdown: ({ attrs }) =>
    writeAlignment(
      `![${plainDescription(String(attrs?.alt ?? ''))}](${String(attrs?.src ?? '')})`,
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
      return helpers.createNode('image', { src: only.href, alt: only.text, ...(align ? { align } : {}) })
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
