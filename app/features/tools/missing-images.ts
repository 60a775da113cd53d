import { readFeed } from '#shared/sections.ts'
import type { OpenDocument } from './use-document.ts'

/** Images that writing a text again costs, of those that are asked for: what is there stays, and slides that are written anew are other slides. */
export function missingImages(
  { thumbnail, text }: Pick<OpenDocument, 'thumbnail' | 'text'>,
  { images, mode }: { images: number; mode: 'continue' | 'regenerate' },
): number {
  if (thumbnail) return 0
  const made =
    mode === 'continue' ? readFeed(text.content).slides.filter(({ picture }) => picture !== null).length : 0
  return Math.max(0, images - made)
}
