import decodeHeic from 'heic-decode'
import sharp from 'sharp'
import { AppError } from '#shared/errors.ts'
import { picturePixelsMax } from '#shared/tools.ts'

/** Each picture has its size, though the types do not declare it. */
type HeifPicture = { width: number; height: number; decode: () => Promise<{ data: Uint8ClampedArray }> }

export type ReadPicture = { data: Uint8Array<ArrayBuffer>; mediaType: 'image/jpeg' }

/** The largest side that models use: Anthropic and OpenAI scale larger pictures down themselves and charge for it. */
const sideMax = 1_568

/**
 * Converts a picture of any accepted format to a small JPEG: the first frame, upright, without camera metadata.
 * Dimensions are read from the header and refused before decoding.
 * @throws AppError picture_too_many_pixels, file_unreadable
 */
export async function readPicture(data: Uint8Array<ArrayBuffer>): Promise<ReadPicture> {
  try {
    const picture = isHeif(data) ? await openHeif(data) : await openOther(data)
    const jpeg = await picture
      .autoOrient()
      .resize(sideMax, sideMax, { fit: 'inside', withoutEnlargement: true })
      // Transparent areas become white.
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .toBuffer()
    return { data: new Uint8Array(jpeg), mediaType: 'image/jpeg' }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('file_unreadable', { cause: error })
  }
}

async function openOther(data: Uint8Array) {
  const picture = sharp(data, { limitInputPixels: picturePixelsMax, failOn: 'error', pages: 1 })
  const { width, height } = await sharp(data, { limitInputPixels: false }).metadata()
  requireSize(width, height)
  return picture
}

/** sharp's own binaries leave HEVC out because of its patents, so libheif as WebAssembly decodes it. */
async function openHeif(data: Uint8Array<ArrayBuffer>) {
  const pictures = (await decodeHeic.all({ buffer: data })) as unknown as HeifPicture[]
  const [first] = pictures
  if (!first) throw new AppError('file_unreadable')
  requireSize(first.width, first.height)
  const { width, height } = first
  const { data: pixels } = await first.decode()
  return sharp(pixels, { raw: { width, height, channels: 4 } })
}

function requireSize(width: number, height: number): void {
  if (width * height > picturePixelsMax) throw new AppError('picture_too_many_pixels')
}

const isHeif = (data: Uint8Array) => String.fromCharCode(...data.subarray(4, 8)) === 'ftyp'
