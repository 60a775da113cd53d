// Encodes a model's picture again as JPEG, so that nothing of the original file is passed on.
import { ModelError } from './models.ts'

export type MadePicture = {
  data: Uint8Array<ArrayBuffer>
  width: number
  height: number
  /** A description of the picture when it does not show the requested scene: the demo picture has one. */
  alt?: string
}

/** IPTC's terms for the source of a picture: made by a trained model, or drawn by a program. */
export type DigitalSource = 'trainedAlgorithmicMedia' | 'algorithmicMedia'

/** Above the size of any picture of these models. */
const pixelsMax = 24_000_000
const sideMax = 1_536
const formats: readonly unknown[] = ['png', 'jpeg', 'webp']

/**
 * Encodes the picture without its metadata and adds a note of its source.
 * @throws ModelError model_unavailable when the data is no picture or the picture is too large
 */
export async function encodePicture(data: Uint8Array, source: DigitalSource): Promise<MadePicture> {
  // Most processes never make a picture, so the library loads on first use.
  const { default: sharp } = await import('sharp')
  try {
    const { format, width, height } = await sharp(data, { limitInputPixels: false }).metadata()
    if (!formats.includes(format) || width * height > pixelsMax)
      throw new Error(`${format} ${width}x${height}`)
    const { data: jpeg, info } = await sharp(data, { limitInputPixels: pixelsMax, failOn: 'error', pages: 1 })
      .resize(sideMax, sideMax, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .withXmp(describeSource(source))
      .jpeg({ quality: 84, progressive: true })
      .toBuffer({ resolveWithObject: true })
    return { data: new Uint8Array(jpeg), width: info.width, height: info.height }
  } catch (cause) {
    throw new ModelError('model_unavailable', { cause })
  }
}

/** https://www.iptc.org/std/photometadata/specification, property Digital Source Type. */
const describeSource = (source: DigitalSource): string =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/${source}"/></rdf:RDF></x:xmpmeta>`
