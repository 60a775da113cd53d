// Fonts for texts that the browser prints, because our PDFs do not support their scripts: a paper shall not depend on
// the fonts of its writer's system.
import arabicBold from '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-700-normal.woff2?url'
import arabic from '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-400-normal.woff2?url'
import devanagariBold from '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-700-normal.woff2?url'
import devanagari from '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff2?url'
import type { OutputLanguage } from '#shared/tools.ts'

/** Addresses of the regular and the bold font. Other letters are those of the system. */
export const printFonts: Partial<Record<OutputLanguage, { normal: string; bold: string }>> = {
  Arabic: { normal: arabic, bold: arabicBold },
  Hindi: { normal: devanagari, bold: devanagariBold },
}
