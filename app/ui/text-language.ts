import { isRightToLeft, outputLanguages, outputLanguageTags, type OutputLanguage } from '#shared/tools.ts'

/** The attributes of an element whose text has a language of its own. */
export type TextLanguage = { lang: string; dir: 'ltr' | 'rtl' }

/** Always the same objects, so that memoised components do not render again. */
export const textLanguages = Object.fromEntries(
  outputLanguages.map((language) => [
    language,
    { lang: outputLanguageTags[language], dir: isRightToLeft(language) ? 'rtl' : 'ltr' },
  ]),
) as Record<OutputLanguage, TextLanguage>
