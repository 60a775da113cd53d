// The door to resvg, which draws the pictures that messengers show beside a link.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { renderAsync } from '@resvg/resvg-js'

const fontFolder = join(
  dirname(createRequire(import.meta.url).resolve('pretendard/package.json')),
  'dist/public/static',
)
const fontFiles = ['Pretendard-Regular.otf', 'Pretendard-Bold.otf'].map((name) => join(fontFolder, name))

/**
 * Draws an SVG as PNG, in a thread of its own. Text is set in Pretendard, which holds Hangul and Latin letters but no emoji.
 * @throws Error for what is no SVG
 */
export async function drawPicture(svg: string): Promise<Buffer> {
  const picture = await renderAsync(svg, {
    font: { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Pretendard' },
  })
  return picture.asPng()
}
