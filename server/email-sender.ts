import { businessText } from '#shared/business.ts'
import type { Language } from '#shared/language.ts'
import en from '#shared/messages/en/business.json' with { type: 'json' }
import ko from '#shared/messages/ko/business.json' with { type: 'json' }
import { translate } from '#shared/words.ts'
import type { Config } from './config.ts'

/** The sender's details at the end of receipts and of every e-mail that advertises (전자상거래법 제13조, 정보통신망법 제50조). */
export const senderText = ({ business }: Pick<Config, 'business'>, language: Language): string =>
  businessText(business, (key) => translate(language === 'en' ? en : ko, key))
