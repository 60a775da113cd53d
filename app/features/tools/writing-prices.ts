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
import type { OpenText } from './use-document.ts'
import type { LinkItem } from './use-links.ts'
import type { ToolFileItem } from './use-tool-files.ts'

/** How much each file and link of a form gives: both are read while the form is filled, or were with the text that is open. */
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

/** What writing costs: the form as it stands now, and the open text once more. */
export function writingPrices<Draft extends FormDraft>(
  tool: WritingTool,
  /** `asked` is what the open text was written from. */
  { draft, asked, open }: { draft: Draft; asked: Draft; open: OpenText | null },
  /** Which files and links are read, by which model, and how the site searches. */
  { sources, model, search }: { sources: SourceSizes; model: ModelName; search: SearchKind },
) {
  const formOf = (values: object) => ({ ...values, tool }) as unknown as PricedForm
  const tokensOf = (values: object) => estimateTool(formOf(values), sources, model, search).expected
  const images = countImages(formOf(draft))
  // What is written again is what was asked for then; only its pictures are those of the form as it is now.
  const againTokens = tokensOf({ ...asked, ...pictureFlagOf(draft) })
  const again = (mode: 'continue' | 'regenerate'): Price => ({
    tokens: againTokens,
    images: open ? missingImages(open, { images, mode }) : images,
  })
  return { form: { tokens: tokensOf(draft), images }, again, againTokens }
}

/** Images that writing a text again costs, of those that are asked for: what is there stays, and slides that are written anew are other slides. */
export function missingImages(
  { thumbnail, text }: Pick<OpenText, 'thumbnail' | 'text'>,
  { images, mode }: { images: number; mode: 'continue' | 'regenerate' },
): number {
  if (thumbnail) return 0
  const made =
    mode === 'continue' ? readFeed(text.content).slides.filter(({ picture }) => picture !== null).length : 0
  return Math.max(0, images - made)
}

/** Whether the form asks for pictures now, for tools that make some: it decides when a text is written again. */
export function picturesOf(draft: object): { pictures?: boolean } {
  const [wanted] = Object.values(pictureFlagOf(draft))
  return typeof wanted === 'boolean' ? { pictures: wanted } : {}
}

/** The field that asks for pictures, of tools that make some. */
function pictureFlagOf(draft: object): object {
  if ('thumbnail' in draft) return { thumbnail: draft.thumbnail }
  return 'image' in draft ? { image: draft.image } : {}
}
