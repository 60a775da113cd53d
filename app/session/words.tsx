import { createContext, useContext, type ReactNode } from 'react'
import type { Language } from '#shared/language.ts'
import type { Catalogue, CatalogueName } from '#shared/messages/catalogue.ts'
import { siteName } from '#shared/site.ts'
import { translate, type MessageKey, type Values } from '#shared/words.ts'
import { messages } from './messages.ts'
import 'virtual:messages/site'
import 'virtual:messages/tools'

/** What every page has. */
type CommonName = 'site' | 'tools'
type KeyIn<Name> = Name extends CatalogueName ? `${Name}.${MessageKey<Catalogue[Name]>}` : never

/** The keys of the common messages and of the named ones: `versions.title`. */
export type TranslationKey<Name extends CatalogueName = never> = KeyIn<Name | CommonName>
/** Looks up a message: `t('site.balance.label', {tokens: 95800, images: 10})`. `{site}` is always filled. */
export type Translate<Name extends CatalogueName = never> = (
  key: TranslationKey<Name>,
  values?: Values,
) => string
export type Translation<Name extends CatalogueName = never> = { t: Translate<Name>; language: Language }

/** One for all components: `t` is the same at every render. */
const translations = { ko: createTranslation('ko'), en: createTranslation('en') }

function createTranslation(language: Language) {
  const t = (key: string, values?: Values): string =>
    translate(messages[language], key, { site: siteName[language], ...values })
  return { t, language }
}

const LanguageContext = createContext<Language | null>(null)

/** The language is in the address and never changes within a document. Both entries set it. */
export function LanguageProvider(props: { language: Language; children: ReactNode }) {
  return <LanguageContext value={props.language}>{props.children}</LanguageContext>
}

/**
 * The page's language, and its messages: the common ones and those of `shared/messages/<language>/<name>.json`, which
 * load with the code that names them.
 * @param _names in quotes, because the build reads them (`scripts/messages-plugin.ts`)
 */
export function useTranslation<Name extends CatalogueName = never>(..._names: Name[]): Translation<Name> {
  const language = useContext(LanguageContext)
  if (!language) throw new Error('useTranslation needs a LanguageProvider.')
  return translations[language]
}
