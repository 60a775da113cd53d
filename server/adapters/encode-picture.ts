// Whatever a model says is a picture becomes a JPEG of ours: nothing of the file as it came is passed on.
import { ModelError } from './models.ts'

export type MadePicture = {
  data: Uint8Array<ArrayBuffer>
  width: number
  height: number
  /** What it shows, where it is not what was asked for: the stand-in's. */
  alt?: string
}

/** IPTC's words for where a picture comes from: out of a model that was trained, or drawn by a program. */
export type DigitalSource = 'trainedAlgorithmicMedia' | 'algorithmicMedia'

/** More than any of these models makes. */
const pixelsMax = 24_000_000
const sideMax = 1_536
const formats: readonly unknown[] = ['png', 'jpeg', 'webp']

/**
 * The picture without anything that was written into it, but with a note of what made it.
 * @throws ModelError model_unavailable for what is no picture, or one too large
 */
export async function encodePicture(data: Uint8Array, source: DigitalSource): Promise<MadePicture> {
  // Most processes never make a picture.
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
