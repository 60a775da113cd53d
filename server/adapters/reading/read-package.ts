// Office documents are ZIP archives of XML. Both are read here with limits, because both can grow without end.
import { unzipSync } from 'fflate'
import { DOMParser } from 'linkedom'
import { AppError } from '#shared/errors.ts'

/** The unpacked parts that are read, in bytes. Pictures are never unpacked. */
const unpackedMax = 48 * 1024 * 1024
const partsMax = 200
const depthMax = 200

export type XmlElement = {
  /** Without its prefix. */
  name: string
  /** By name without prefix. */
  attributes: Record<string, string>
  children: (XmlElement | string)[]
}

/**
 * Unpacks the parts of an archive that match `wanted`.
 * @throws AppError file_unreadable, file_too_large
 */
export function unpack(data: Uint8Array, wanted: RegExp): Map<string, Uint8Array> {
  let bytes = 0
  let count = 0
  try {
    const parts = unzipSync(data, {
      filter({ name, originalSize }) {
        if (!wanted.test(name)) return false
        // The library fills at most the declared size, so a wrong declaration cannot exceed the sum.
        bytes += originalSize
        if (++count > partsMax || bytes > unpackedMax) throw new AppError('file_too_large')
        return true
      },
    })
    return new Map(Object.entries(parts))
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('file_unreadable', { cause: error })
  }
}

/**
 * The root of a part, or null for a part that is not there. Documents of word processors declare no document type, and
 * one with entities could grow without end, so it is refused.
 * @throws AppError file_unreadable
 */
export function readXml(part: Uint8Array | undefined): XmlElement | null {
  if (!part) return null
  const isUtf16 = part[0] === 0xff && part[1] === 0xfe
  const xml = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(part).trimEnd()
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new AppError('file_unreadable')
  const root = new DOMParser().parseFromString(xml, 'text/xml').documentElement as DomElement | null
  // The parser closes what a cut file leaves open.
  if (!root || !new RegExp(String.raw`(?:</${root.tagName}\s*>|/>)$`).test(xml))
    throw new AppError('file_unreadable')
  return readElement(root, 0)
}

type DomNode = { nodeType: number; textContent: string | null }
type DomElement = DomNode & {
  tagName: string
  attributes: Iterable<{ name: string; value: string }>
  childNodes: Iterable<DomNode>
}

function readElement(element: DomElement, depth: number): XmlElement {
  if (depth > depthMax) throw new AppError('file_unreadable')
  const children: (XmlElement | string)[] = []
  for (const node of element.childNodes) {
    if (node.nodeType === 1) children.push(readElement(node as DomElement, depth + 1))
    else if (node.nodeType === 3 || node.nodeType === 4) children.push(node.textContent ?? '')
  }
  const attributes = Object.fromEntries(
    Array.from(element.attributes, ({ name, value }) => [withoutPrefix(name), value]),
  )
  return { name: withoutPrefix(element.tagName), attributes, children }
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)

export const elementsOf = (element: XmlElement | null | undefined, name?: string): XmlElement[] =>
  (element?.children ?? []).filter(
    (child): child is XmlElement => typeof child !== 'string' && (name === undefined || child.name === name),
  )

/** The first child, along a path of names. */
export function childOf(element: XmlElement | null | undefined, ...path: string[]): XmlElement | undefined {
  let found = element ?? undefined
  for (const name of path) found = elementsOf(found, name)[0]
  return found
}

/** All descendants of a name, in the order of the document. */
export const allOf = (element: XmlElement | null, name: string): XmlElement[] =>
  elementsOf(element).flatMap((child) => [...(child.name === name ? [child] : []), ...allOf(child, name)])

/** The elements of this name that stand in no other of the name, and in none that is skipped. */
export const outermostOf = (
  element: XmlElement | null,
  name: string,
  skipped: ReadonlySet<string> = new Set(),
): XmlElement[] =>
  elementsOf(element).flatMap((child) => {
    if (skipped.has(child.name)) return []
    return child.name === name ? [child] : outermostOf(child, name, skipped)
  })

export const textIn = (element: XmlElement): string =>
  element.children.map((child) => (typeof child === 'string' ? child : textIn(child))).join('')
