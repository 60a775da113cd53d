// Reads the parts of OpenType fonts that tell which characters they have, and unpacks WOFF.

/** Inflates zlib data. Browser and server have their own libraries for it. */
export type Inflate = (data: Uint8Array) => Uint8Array

type Table = { tag: string; checksum: number; data: Uint8Array }

const woffSignature = 0x774f4646
const tagAt = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)))
const viewOf = (data: Uint8Array): DataView => new DataView(data.buffer, data.byteOffset, data.byteLength)

/** The tables of a font in OpenType or WOFF (W3C, WOFF File Format 1.0, sections 3 to 5). */
function readTables(font: Uint8Array, inflate: Inflate): Table[] {
  const view = viewOf(font)
  const isWoff = view.getUint32(0) === woffSignature
  const count = view.getUint16(isWoff ? 12 : 4)
  return Array.from({ length: count }, (_, index): Table => {
    const at = isWoff ? 44 + index * 20 : 12 + index * 16
    const tag = tagAt(view, at)
    if (!isWoff) {
      const [checksum, offset, length] = [4, 8, 12].map((step) => view.getUint32(at + step)) as Triple
      return { tag, checksum, data: font.subarray(offset, offset + length) }
    }
    const [offset, packed, length] = [4, 8, 12].map((step) => view.getUint32(at + step)) as Triple
    const data = font.subarray(offset, offset + packed)
    return {
      tag,
      checksum: view.getUint32(at + 16),
      data: packed < length ? inflate(data) : data,
    }
  })
}
type Triple = [number, number, number]

/** The characters that have a glyph in a font of ours, as code points; formats 4 and 12 of the table `cmap`. */
export function readCharacters(font: Uint8Array, inflate: Inflate): Set<number> {
  const found = new Set<number>()
  const cmap = readTables(font, inflate).find(({ tag }) => tag === 'cmap')
  if (!cmap) return found
  const view = viewOf(cmap.data)
  for (let index = 0; index < view.getUint16(2); index++) {
    const at = view.getUint32(4 + index * 8 + 4)
    const format = view.getUint16(at)
    if (format === 4) readSegments(view, at, found)
    if (format === 12) readGroups(view, at, found)
  }
  return found
}

function readSegments(view: DataView, at: number, found: Set<number>): void {
  const size = view.getUint16(at + 6)
  const [ends, starts, deltas, offsets] = [14, 16 + size, 16 + 2 * size, 16 + 3 * size].map(
    (step) => at + step,
  ) as [number, number, number, number]
  for (let step = 0; step < size; step += 2) {
    const [start, end] = [view.getUint16(starts + step), view.getUint16(ends + step)]
    const [delta, offset] = [view.getUint16(deltas + step), view.getUint16(offsets + step)]
    for (let code = start; code <= end && code < 0xffff; code++) {
      const raw = offset === 0 ? code : view.getUint16(offsets + step + offset + 2 * (code - start))
      if (raw !== 0 && ((raw + delta) & 0xffff) !== 0) found.add(code)
    }
  }
}

function readGroups(view: DataView, at: number, found: Set<number>): void {
  for (let index = 0; index < view.getUint32(at + 12); index++) {
    const group = at + 16 + index * 12
    const [start, end, glyph] = [0, 4, 8].map((step) => view.getUint32(group + step)) as Triple
    for (let code = start; code <= end; code++) if (glyph + code - start !== 0) found.add(code)
  }
}

/** Unpacks a WOFF file to OpenType, for programs that read nothing else. */
export function unpackWoff(font: Uint8Array, inflate: Inflate): Uint8Array {
  const tables = readTables(font, inflate)
  const headerLength = 12 + tables.length * 16
  const padded = (length: number) => Math.ceil(length / 4) * 4
  const length = tables.reduce((sum, { data }) => sum + padded(data.length), headerLength)
  const out = new Uint8Array(length)
  const view = viewOf(out)
  const power = Math.floor(Math.log2(tables.length))
  view.setUint32(0, viewOf(font).getUint32(4))
  for (const [at, value] of [
    [4, tables.length],
    [6, 16 * 2 ** power],
    [8, power],
    [10, 16 * tables.length - 16 * 2 ** power],
  ] as const)
    view.setUint16(at, value)
  let offset = headerLength
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const entry = 12 + index * 16
    for (let letter = 0; letter < 4; letter++) view.setUint8(entry + letter, tag.charCodeAt(letter))
    view.setUint32(entry + 4, checksum)
    view.setUint32(entry + 8, offset)
    view.setUint32(entry + 12, data.length)
    out.set(data, offset)
    offset += padded(data.length)
  }
  return out
}
