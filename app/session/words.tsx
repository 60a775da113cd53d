import { createContext, useContext, useMemo, type ReactNode } from 'react'
import type { Language } from '#shared/language.ts'
import { siteName } from '#shared/site.ts'
import { translate, type MessageKey, type Messages, type Values } from '#shared/words.ts'
import type english from './messages-en.ts'

/** All messages of one language: a tree by feature. Both languages have the same keys. */
export type PageMessages = typeof english
type WordKey = MessageKey<PageMessages>
/**
 * Looks up the page's messages: `t('home.title')`, `t('site.balance.label', {tokens: 95800, images: 10})`. `{site}` is
 * always filled.
 */
export type Translate = (key: WordKey, values?: Values) => string

export type Words = { language: Language; messages: PageMessages; t: Translate }

const WordsContext = createContext<Words | null>(null)

/**
 * Provides the language and messages to every page: set by the server's entry and, with the same values, by the
 * browser's.
 */
export function WordsProvider(props: { language: Language; messages: PageMessages; children: ReactNode }) {
  return <WordsContext value={createWords(props.language, props.messages)}>{props.children}</WordsContext>
}

function createWords(language: Language, messages: PageMessages): Words {
  return { language, messages, t: createLookup(language, messages) }
}

function createLookup(language: Language, messages: object) {
  const tree = messages as unknown as Messages
  return (key: string, values?: Values): string =>
    translate(tree, key, { site: siteName[language], ...values })
}

/** The language of the page and its messages. The language is in the address and never changes within a document. */
export function useWords(): Words {
  const words = useContext(WordsContext)
  if (!words) throw new Error('useWords needs a WordsProvider.')
  return words
}

/**
 * The page's messages and those that come with the code of a screen, in both languages.
 * No other page loads them: `useOwnWords({ ko: { versions: ko }, en: { versions: en } })`.
 */
export function useOwnWords<Tree extends object>(own: Record<Language, Tree>) {
  const { language, messages } = useWords()
  const t: (key: WordKey | MessageKey<Tree>, values?: Values) => string = useMemo(
    () => createLookup(language, { ...messages, ...own[language] }),
    [language, messages, own],
  )
  return { t, language }
}
