// Messages of the product's errors, for /v1 and the event streams of runs.
import { chooseLanguage, type Language } from '#shared/language.ts'
import type { AppError, ErrorBody } from '#shared/errors.ts'
import en from '#shared/messages/en/errors.json' with { type: 'json' }
import ko from '#shared/messages/ko/errors.json' with { type: 'json' }
import { translate, type Messages, type Values } from '#shared/words.ts'

const words: Record<Language, Messages> = { ko: { errors: ko }, en: { errors: en } }

/** The language that a caller reads: Accept-Language, else the fallback. */
export function requestLanguage(request: Request): Language {
  return chooseLanguage(undefined, request.headers.get('accept-language'))
}

/** The message of an error: of its field's rule, else of its more exact reason, else of its code. */
export function errorMessage(error: AppError, language: Language): string {
  const values: Values = {
    count: error.detail?.count ?? 0,
    needed: error.detail?.needed ?? 0,
    available: error.detail?.available ?? 0,
  }
  const keys = [`errors.reason.${error.message}`, `errors.${error.code}`]
  if (error.code === 'invalid_field' && error.detail?.rule) keys.unshift(`errors.field.${error.detail.rule}`)
  for (const key of keys) {
    const text = translate(words[language], key, values)
    if (text !== key) return text
  }
  return translate(words[language], 'errors.try_again')
}

export function toErrorBody(error: AppError, language: Language): ErrorBody {
  return {
    code: error.code,
    message: errorMessage(error, language),
    ...(error.field === undefined ? {} : { field: error.field }),
    ...(error.detail === undefined ? {} : { detail: error.detail }),
  }
}
