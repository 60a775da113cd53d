// Removes the metadata that cameras write (location, time, device) before an image becomes public.
import { AppError } from '#shared/errors.ts'
import { clearHeifMetadata } from './heif-metadata.ts'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * The image without Exif, XMP, IPTC and comments. JPEG, PNG and HEIC/HEIF are recognised by their bytes; other formats
 * stay unchanged.
 * A JPEG retains its orientation, and every image its colours.
 * @throws AppError `only_image_format` for a broken image, because its content cannot be checked
 */
export function withoutPictureMetadata(bytes: Bytes): Bytes {
  try {
    if (startsWith(bytes, [0xff, 0xd8, 0xff])) return cleanJpeg(bytes)
    if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return cleanPng(bytes)
    if (textAt(bytes, 4, 4) === 'ftyp') return clearHeifMetadata(bytes)
    return bytes
  } catch (cause) {
    if (cause instanceof RangeError) throw new AppError('only_image_format', { cause })
    throw cause
  }
}

/** ITU-T T.81, annex B: segments of marker and length; after a scan's header, data until the next real marker. */
function cleanJpeg(bytes: Bytes): Bytes {
  const view = viewOf(bytes)
  const kept: Bytes[] = [bytes.subarray(0, 2)]
  let orientation = 1
  for (let at = 2; ;) {
    const marker = view.getUint16(at)
    if (marker === 0xffff) {
      at += 1
      continue
    }
    // Bytes after the end marker (a second image, a video) are dropped for privacy.
    if (marker === 0xffd9)
      return join([
        ...kept.slice(0, 1),
        ...orientationSegment(orientation),
        ...kept.slice(1),
        bytes.subarray(at, at + 2),
      ])
    if (marker < 0xff01) throw new RangeError('No marker where one has to be.')
    const end = at + 2 + view.getUint16(at + 2)
    if (end > bytes.length) throw new RangeError('A segment is cut off.')
    const segment = bytes.subarray(at, end)
    if (marker === 0xffe1) orientation = readOrientation(segment) ?? orientation
    if (isKept(marker, segment)) kept.push(segment)
    at = end
    if (marker === 0xffda) {
      at = findNextMarker(bytes, end)
      kept.push(bytes.subarray(end, at))
    }
  }
}

/** JFIF (APP0), colour profiles (APP2) and Adobe's colour note (APP14) are part of the image; the rest is metadata. */
function isKept(marker: number, segment: Bytes): boolean {
  if (marker === 0xffe0 || marker === 0xffee) return true
  if (marker === 0xffe2) return textAt(segment, 4, 11) === 'ICC_PROFILE'
  return !(marker >= 0xffe1 && marker <= 0xffef) && marker !== 0xfffe
}

function findNextMarker(bytes: Bytes, start: number): number {
  for (let at = start; at < bytes.length - 1; at++) {
    const next = bytes[at + 1]!
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  throw new RangeError('A scan without end.')
}

/** Tag 0x0112 of the first directory (Exif 2.32, 4.6.4); null when it is not there. */
function readOrientation(segment: Bytes): number | null {
  if (textAt(segment, 4, 4) !== 'Exif' || segment.length < 24) return null
  const tiff = viewOf(segment.subarray(10))
  const isLittle = tiff.getUint16(0) === 0x4949
  const directory = tiff.getUint32(4, isLittle)
  if (directory + 2 > tiff.byteLength) return null
  const count = tiff.getUint16(directory, isLittle)
  for (
    let entry = directory + 2, left = count;
    left > 0 && entry + 12 <= tiff.byteLength;
    entry += 12, left--
  ) {
    if (tiff.getUint16(entry, isLittle) === 0x0112) return tiff.getUint16(entry + 8, isLittle)
  }
  return null
}

/** An Exif segment with only the orientation; none for an upright image. */
function orientationSegment(orientation: number): Bytes[] {
  if (orientation < 2 || orientation > 8) return []
  const head = [0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8]
  return [Uint8Array.from([...head, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0])]
}

const pngTalk = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME'])

/** PNG, third edition, 5.3: length, type, data, check sum; nothing counts after IEND. */
function cleanPng(bytes: Bytes): Bytes {
  const view = viewOf(bytes)
  const kept: Bytes[] = [bytes.subarray(0, 8)]
  for (let at = 8; ;) {
    const end = at + 12 + view.getUint32(at)
    const type = textAt(bytes, at + 4, 4)
    if (end > bytes.length) throw new RangeError('A chunk is cut off.')
    if (!pngTalk.has(type)) kept.push(bytes.subarray(at, end))
    if (type === 'IEND') return join(kept)
    at = end
  }
}

function join(parts: Bytes[]): Bytes {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

function startsWith(bytes: Bytes, start: number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte)
}

function viewOf(bytes: Bytes): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function textAt(bytes: Bytes, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length))
}
