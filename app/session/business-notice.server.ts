import en from '#shared/messages/en/business.json'
import ko from '#shared/messages/ko/business.json'
import { describeBusiness, type BusinessNotice } from '#shared/business.ts'
import type { Language } from '#shared/language.ts'
import type { RequestConfig } from '#shared/request-config.ts'
import { translate } from '#shared/words.ts'

/**
 * The business details in the page's language. The server renders them, so that no browser loads their messages for
 * every footer.
 */
export const readBusinessNotice = (
  { business }: Pick<RequestConfig, 'business'>,
  language: Language,
): BusinessNotice => describeBusiness(business, (key) => translate(language === 'en' ? en : ko, key))
