import type { OutputLanguage } from '#shared/tools.ts'
import { htmlPage, type ExportedText } from './export-text.ts'
import { printFonts } from './print-fonts.ts'

/**
 * Opens the browser's print dialog for the text as a separate page, as soon as its images and fonts have loaded. The page
 * is removed when the dialog closes.
 */
export async function printText(text: ExportedText): Promise<void> {
  const frame = document.createElement('iframe')
  frame.setAttribute('aria-hidden', 'true')
  // Hidden by size, because elements without display are not printed.
  frame.style.cssText = 'position: fixed; width: 0; height: 0; border: 0; inset: 100% auto auto 0'
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  frame.srcdoc = htmlPage(text)
  document.body.append(frame)
  await loaded
  const page = frame.contentDocument?.defaultView
  if (!page) return
  await addFonts(page, text.language)
  page.addEventListener('afterprint', () => frame.remove(), { once: true })
  page.print()
}

/** A font that cannot be loaded leaves its letters to the system. */
async function addFonts(page: Window & typeof globalThis, language: OutputLanguage): Promise<void> {
  const files = printFonts[language]
  if (!files) return
  const faces = [
    new page.FontFace('Print', `url(${files.normal})`, { weight: '400' }),
    new page.FontFace('Print', `url(${files.bold})`, { weight: '700' }),
  ]
  const { body, fonts } = page.document
  body.style.fontFamily = 'Print, system-ui, sans-serif'
  for (const face of faces) fonts.add(face)
  const loaded = await Promise.allSettled(faces.map((face) => face.load()))
  for (const { status } of loaded)
    if (status === 'rejected') console.warn('A font for printing could not be loaded.')
}
