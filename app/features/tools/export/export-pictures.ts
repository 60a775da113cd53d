import type { MarkdownNode } from '#app/ui/editor/markdown-tree.ts'

/** An image in the form that documents need. */
export type DocumentPicture = {
  data: Uint8Array<ArrayBuffer>
  kind: 'png' | 'jpg'
  width: number
  height: number
}
export type LoadPicture = (address: string) => Promise<DocumentPicture>

/**
 * Every image of a text, by its address. An image that cannot be loaded is left out, and its description replaces it.
 */
export async function loadPictures(
  nodes: readonly MarkdownNode[],
  origin: string,
  load: LoadPicture = loadInBrowser,
): Promise<Map<string, DocumentPicture>> {
  const sources = new Set(sourcesOf(nodes))
  const loaded = await Promise.all(
    [...sources].map(async (src): Promise<[string, DocumentPicture][]> => {
      try {
        return [[src, await load(origin + src)]]
      } catch (error) {
        console.warn('A picture could not be taken along.', error)
        return []
      }
    }),
  )
  return new Map(loaded.flat())
}

/** Also of pictures within lists and quotes. */
const sourcesOf = (nodes: readonly MarkdownNode[]): string[] =>
  nodes.flatMap((node) => {
    if (typeof node === 'string') return []
    if (node.type === 'img') return [node.src]
    return 'children' in node ? sourcesOf(node.children) : []
  })

/** PNG and JPEG unchanged, other formats converted to PNG. */
async function loadInBrowser(address: string): Promise<DocumentPicture> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`status ${response.status}`)
  const blob = await response.blob()
  const picture = await decode(blob)
  const size = { width: picture.naturalWidth, height: picture.naturalHeight }
  const kind = blob.type === 'image/jpeg' ? 'jpg' : 'png'
  const isTaken = blob.type === 'image/jpeg' || blob.type === 'image/png'
  return { ...size, kind, data: await bytesOf(isTaken ? blob : await draw(picture, size)) }
}

async function decode(blob: Blob): Promise<HTMLImageElement> {
  const picture = new Image()
  picture.src = URL.createObjectURL(blob)
  try {
    await picture.decode()
    return picture
  } finally {
    URL.revokeObjectURL(picture.src)
  }
}

async function draw(picture: HTMLImageElement, size: { width: number; height: number }): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), size)
  canvas.getContext('2d')?.drawImage(picture, 0, 0)
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!drawn) throw new Error('nothing was drawn')
  return drawn
}

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())

/** As large as it is, and no larger than the page; all in the same unit. */
export function fitPicture(
  { width, height }: { width: number; height: number },
  max: { width: number; height: number },
): { width: number; height: number } {
  const scale = Math.min(1, max.width / width, max.height / height)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** Documents play no videos: a link with the description replaces each. */
export function linkVideos(nodes: readonly MarkdownNode[], origin: string): MarkdownNode[] {
  return nodes.map((node) => {
    if (typeof node === 'string') return node
    if ('children' in node) return { ...node, children: linkVideos(node.children, origin) }
    if (node.type !== 'video') return node
    const href = origin + node.src
    const link: MarkdownNode = {
      type: 'a',
      href,
      host: new URL(origin).host,
      isNamed: true,
      children: [node.alt || href],
    }
    const words: MarkdownNode[] = node.caption ? [{ type: 'br' }, node.caption] : []
    return { type: 'p', ...(node.align ? { align: node.align } : {}), children: [link, ...words] }
  })
}
