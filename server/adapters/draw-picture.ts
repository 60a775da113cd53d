// The client of resvg, which renders the pictures that messengers show with a link.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { renderAsync } from '@resvg/resvg-js'

const fontFolder = join(
  dirname(createRequire(import.meta.url).resolve('pretendard/package.json')),
  'dist/public/static',
)
export const fontFiles = ['Pretendard-Regular.otf', 'Pretendard-Bold.otf'].map((name) =>
  join(fontFolder, name),
)

/**
 * Renders an SVG as PNG in a worker thread. Text uses Pretendard, which has Hangul and Latin letters but no emoji.
 * @param fonts paths of further fonts, for letters that Pretendard lacks; see `findFonts`
 * @throws Error for an invalid SVG
 */
export async function drawPicture(svg: string, fonts: readonly string[] = []): Promise<Buffer> {
  const picture = await renderAsync(svg, {
    font: { fontFiles: [...fontFiles, ...fonts], loadSystemFonts: false, defaultFontFamily: 'Pretendard' },
  })
  return picture.asPng()
}
