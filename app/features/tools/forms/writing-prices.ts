import type { SearchKind } from '#shared/research.ts'
import { readFeed } from '#shared/sections.ts'
import type { ReadSource, WritingTool } from '#shared/tools.ts'
import {
  countImages,
  estimateTool,
  sizeOfSource,
  type PricedForm,
  type SourceSizes,
} from '#shared/tool-prices.ts'
import { type ModelName } from '#shared/usage.ts'
import type { FormDraft, Price } from './tool-definition.ts'
import type { OpenText } from '../writing/text.ts'
import type { LinkItem } from './use-links.ts'
import type { ToolFileItem } from './use-tool-files.ts'

/** The content size of each file and link of a form: read while the form is filled, or stored with the open text. */
export function sourceSizes(
  { files, links }: { files: readonly Pick<ToolFileItem, 'name' | 'state'>[]; links: readonly LinkItem[] },
  read: readonly ReadSource[],
): SourceSizes {
  const ofFile = ({ name, state }: Pick<ToolFileItem, 'name' | 'state'>) =>
    (state.kind === 'ready' ? state.size : null) ??
    sizeOfSource(read.find((source) => source.kind === 'file' && source.name === name))
  const ofLink = ({ url, state }: LinkItem) =>
    state.kind === 'read'
      ? state.preview.characters
      : read.find((source) => source.kind === 'link' && source.url === url)?.characters
  return [
    ...files.map(ofFile),
    ...links.filter(({ isLeftOut }) => !isLeftOut).map((link) => ofLink(link) ?? null),
  ]
}

/** The price of writing: for the current form, and for a rewrite of the open text. */
export function writingPrices<Draft extends FormDraft>(
  tool: WritingTool,
  /** `asked` is the request of the open text. */
  { draft, asked, open }: { draft: Draft; asked: Draft; open: OpenText | null },
  /** The files and links to read, the model that reads them, and the site's kind of search. */
  { sources, model, search }: { sources: SourceSizes; model: ModelName; search: SearchKind },
) {
  const formOf = (values: object) => ({ ...values, tool }) as unknown as PricedForm
  const tokensOf = (values: object) => estimateTool(formOf(values), sources, model, search).expected
  const images = countImages(formOf(draft))
  // A rewrite uses the text's own request; only its images follow the current form.
  const againTokens = tokensOf({ ...asked, ...pictureFlagOf(draft) })
  const again = (mode: 'continue' | 'regenerate'): Price => ({
    tokens: againTokens,
    images: open ? missingImages(open, { images, mode }) : images,
  })
  return { form: { tokens: tokensOf(draft), images }, again, againTokens }
}

/**
 * The number of requested images that a rewrite has to pay for. Existing images stay, but rewritten slides are new
 * slides.
 */
export function missingImages(
  { thumbnail, text }: Pick<OpenText, 'thumbnail' | 'text'>,
  { images, mode }: { images: number; mode: 'continue' | 'regenerate' },
): number {
  if (thumbnail) return 0
  const made =
    mode === 'continue' ? readFeed(text.content).slides.filter(({ picture }) => picture !== null).length : 0
  return Math.max(0, images - made)
}

/** Whether the form requests images now, for tools that generate some: this decides at a rewrite. */
export function picturesOf(draft: object): { pictures?: boolean } {
  const [wanted] = Object.values(pictureFlagOf(draft))
  return typeof wanted === 'boolean' ? { pictures: wanted } : {}
}

/** The field that requests images, for tools that generate some. */
function pictureFlagOf(draft: object): object {
  if ('thumbnail' in draft) return { thumbnail: draft.thumbnail }
  return 'image' in draft ? { image: draft.image } : {}
}
