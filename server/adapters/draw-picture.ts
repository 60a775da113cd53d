// The client of resvg, which renders the pictures that messengers show with a link.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { renderAsync } from '@resvg/resvg-js'

const fontFolder = join(
  dirname(createRequire(import.meta.url).resolve('pretendard/package.json')),
  'dist/public/static',
)
export const mainFonts = {
  normal: join(fontFolder, 'Pretendard-Regular.otf'),
  bold: join(fontFolder, 'Pretendard-Bold.otf'),
}

/**
 * Renders an SVG as PNG in a worker thread. Text uses Pretendard, which has Hangul and Latin letters but no emoji; other
 * text comes as paths of `shapeLine`.
 * @throws Error for an invalid SVG
 */
export async function drawPicture(svg: string): Promise<Buffer> {
  const picture = await renderAsync(svg, {
    font: {
      fontFiles: Object.values(mainFonts),
      loadSystemFonts: false,
      defaultFontFamily: 'Pretendard',
    },
  })
  return picture.asPng()
}
