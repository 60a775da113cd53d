import { fileURLToPath } from 'node:url'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { AppError } from '#shared/errors.ts'
import { pdfPagesMax } from '#shared/tools.ts'

export type PdfText = { text: string; pages: number }

/** Older Korean documents encode characters by Adobe's CMaps, which the library has as files. */
const folder = (name: string) =>
  fileURLToPath(new URL(`${name}/`, import.meta.resolve('pdfjs-dist/package.json')))

/**
 * The text layer of a PDF, page by page, at most `charactersMax`; empty for scans.
 * @throws AppError pdf_encrypted, pdf_too_many_pages, file_unreadable
 */
export async function readPdf(data: Uint8Array<ArrayBuffer>, charactersMax: number): Promise<PdfText> {
  const loading = getDocument({
    data,
    cMapUrl: folder('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: folder('standard_fonts'),
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    stopAtErrors: false,
    verbosity: 0,
  })
  try {
    const document = await loading.promise
    const pages = document.numPages
    if (pages > pdfPagesMax) throw new AppError('pdf_too_many_pages', { detail: { count: pdfPagesMax } })
    let text = ''
    for (let number = 1; number <= pages && text.length < charactersMax; number++) {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      text +=
        items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('') + '\n\n'
      page.cleanup()
    }
    return { text: tidy(text).slice(0, charactersMax), pages }
  } catch (error) {
    if (error instanceof AppError) throw error
    const isLocked = (error as Error).name === 'PasswordException'
    throw new AppError(isLocked ? 'pdf_encrypted' : 'file_unreadable', { cause: error })
  } finally {
    await loading.destroy()
  }
}

function tidy(text: string): string {
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
