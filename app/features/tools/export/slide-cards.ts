// Pictures of an Instagram feed drawn from its words. Letters come from the page's font, and from the system's fonts
// for scripts that it lacks.
import { strToU8, zipSync } from 'fflate'
import { isRightToLeft, outputLanguageTags, type OutputLanguage } from '#shared/tools.ts'
import { fileNameOf } from './download-file.ts'
import { gapBefore, layOutSlide, lineHeight, type Measure, type SlideLayout } from './slide-words.ts'

export type SlideLook = 'light' | 'dark' | 'brand'

/** Portrait pictures of Instagram, in pixels. */
const slideSize = { width: 1080, height: 1350 }
const margin = 88
const area = { width: slideSize.width - 2 * margin, height: slideSize.height - 2 * margin - 120 }

const colors: Record<SlideLook, { paper: string; heading: string; text: string }> = {
  light: { paper: '#faf8f3', heading: '#1c1b19', text: '#57534a' },
  dark: { paper: '#1c1b19', heading: '#faf8f3', text: '#cfc9bd' },
  brand: { paper: '#b8321f', heading: '#ffffff', text: '#fff1ec' },
}

export type SlideSet = {
  title: string
  slides: { heading: string; text: string }[]
  /** Caption and hashtags, for the file next to the pictures. */
  caption: string
  language: OutputLanguage
}

/** @returns a ZIP with a PNG for each slide, in their order, and `caption.txt` */
export async function makeSlideZip(set: SlideSet, look: SlideLook): Promise<File> {
  const pictures: Record<string, Uint8Array<ArrayBuffer>> = {}
  for (const [index, slide] of set.slides.entries()) {
    const name = `${String(index + 1).padStart(2, '0')}.png`
    const blob = await drawSlide(slide, `${index + 1}/${set.slides.length}`, set.language, look)
    pictures[name] = new Uint8Array(await blob.arrayBuffer())
  }
  // Pictures are compressed already.
  const zip = zipSync({ ...pictures, 'caption.txt': strToU8(`\ufeff${set.caption}\n`) }, { level: 0 })
  return new File([zip as Uint8Array<ArrayBuffer>], `${fileNameOf(set.title)}.zip`, {
    type: 'application/zip',
  })
}

async function drawSlide(
  slide: SlideSet['slides'][number],
  number: string,
  language: OutputLanguage,
  look: SlideLook,
): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), slideSize)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const family = getComputedStyle(document.body).fontFamily
  const font = (size: number, isBold: boolean, name = family) => `${isBold ? 700 : 400} ${size}px ${name}`
  // The slices of the page's font that the words need are loaded now; otherwise another font would be drawn. The fonts
  // after it are those of the system, which may have none of them.
  const [webFont] = family.split(',')
  await Promise.all([
    document.fonts.load(font(40, true, webFont), slide.heading),
    document.fonts.load(font(40, false, webFont), slide.text + number),
  ])
  const measure: Measure = (text, size, isBold) => {
    context.font = font(size, isBold)
    return context.measureText(text).width
  }
  const layout = layOutSlide(slide, area, outputLanguageTags[language], measure)
  context.fillStyle = colors[look].paper
  context.fillRect(0, 0, slideSize.width, slideSize.height)
  context.textBaseline = 'middle'
  const end = isRightToLeft(language) ? margin : slideSize.width - margin
  context.textAlign = isRightToLeft(language) ? 'left' : 'right'
  context.fillStyle = colors[look].text
  context.font = font(32, false)
  context.fillText(number, end, margin)
  drawLines(context, layout, { font, look, isRightToLeft: isRightToLeft(language) })
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('nothing was drawn')
  return blob
}

function drawLines(
  context: CanvasRenderingContext2D,
  { lines, height }: SlideLayout,
  as: { font: (size: number, isBold: boolean) => string; look: SlideLook; isRightToLeft: boolean },
): void {
  context.direction = as.isRightToLeft ? 'rtl' : 'ltr'
  context.textAlign = 'start'
  const start = as.isRightToLeft ? slideSize.width - margin : margin
  let top = (slideSize.height - height) / 2
  for (const [index, line] of lines.entries()) {
    top += gapBefore(lines, index)
    context.font = as.font(line.size, line.isBold)
    context.fillStyle = line.isBold ? colors[as.look].heading : colors[as.look].text
    context.fillText(line.text, start, top + lineHeight(line) / 2)
    top += lineHeight(line)
  }
}
