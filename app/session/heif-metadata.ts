type Box = { type: string; start: number; end: number }

/**
 * A copy of a HEIC/HEIF image in which the items of Exif and XMP are zeros. Their bytes remain, so that every other
 * offset stays valid (ISO/IEC 14496-12: meta, iinf, iloc; ISO/IEC 23008-12: item types).
 * @throws RangeError when boxes do not fit into the file
 */
export function clearHeifMetadata(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice()
  const view = new DataView(copy.buffer)
  const meta = listBoxes(view, 0, copy.length).find(({ type }) => type === 'meta')
  if (!meta) return copy
  // meta is a full box: it begins with version and flags.
  const inside = listBoxes(view, meta.start + 4, meta.end)
  const find = (type: string) => inside.find((box) => box.type === type)
  const [iinf, iloc, idat] = [find('iinf'), find('iloc'), find('idat')]
  if (!iinf || !iloc) return copy
  const items = findMetadataItems(view, iinf)
  for (const { start, length } of findExtents(view, iloc, items, idat?.start ?? 0)) {
    // A length of zero would mean the whole file.
    if (length === 0 || start + length > copy.length)
      throw new RangeError('An item lies outside of the file.')
    copy.fill(0, start, start + length)
  }
  return copy
}

function listBoxes(view: DataView, start: number, end: number): Box[] {
  const boxes: Box[] = []
  for (let at = start; at + 8 <= end;) {
    const stated = view.getUint32(at)
    const isLarge = stated === 1
    const size = stated === 0 ? end - at : isLarge ? Number(view.getBigUint64(at + 8)) : stated
    if (size < 8 || at + size > end) throw new RangeError('A box is cut off.')
    boxes.push({ type: textAt(view, at + 4), start: at + (isLarge ? 16 : 8), end: at + size })
    at += size
  }
  return boxes
}

/** Ids of the items that are Exif, or text about the image (`mime`: XMP). */
function findMetadataItems(view: DataView, iinf: Box): Set<number> {
  const version = view.getUint8(iinf.start)
  const entries = listBoxes(view, iinf.start + (version === 0 ? 6 : 8), iinf.end)
  const items = new Set<number>()
  for (const { start } of entries) {
    const isWide = view.getUint8(start) === 3
    const id = isWide ? view.getUint32(start + 4) : view.getUint16(start + 4)
    if (['Exif', 'mime'].includes(textAt(view, start + (isWide ? 10 : 8)))) items.add(id)
  }
  return items
}

function findExtents(
  view: DataView,
  iloc: Box,
  items: Set<number>,
  idatStart: number,
): { start: number; length: number }[] {
  const version = view.getUint8(iloc.start)
  const sizes = view.getUint16(iloc.start + 4)
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexSize = version === 0 ? 0 : sizes & 15
  let at = iloc.start + 6
  const read = (size: number): number => {
    let value = 0
    for (let count = 0; count < size; count++) value = value * 256 + view.getUint8(at++)
    return value
  }
  const extents: { start: number; length: number }[] = []
  for (let left = read(version < 2 ? 2 : 4); left > 0; left--) {
    const id = read(version < 2 ? 2 : 4)
    const method = version === 0 ? 0 : read(2) & 15
    read(2)
    const base = read(baseSize) + (method === 1 ? idatStart : 0)
    for (let count = read(2); count > 0; count--) {
      read(indexSize)
      const start = base + read(offsetSize)
      const length = read(lengthSize)
      if (items.has(id)) extents.push({ start, length })
    }
  }
  return extents
}

function textAt(view: DataView, at: number): string {
  return String.fromCharCode(
    view.getUint8(at),
    view.getUint8(at + 1),
    view.getUint8(at + 2),
    view.getUint8(at + 3),
  )
}
