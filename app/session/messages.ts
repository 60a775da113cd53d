import { languages, type Language } from '#shared/language.ts'
import type { Messages } from '#shared/words.ts'

/** The messages that are loaded, by language and name. The browser has those of its page's language. */
export const messages: Record<Language, Record<string, Messages>> = { ko: {}, en: {} }

/**
 * Called by the modules that `scripts/messages-plugin.ts` makes of `shared/messages`.
 * @public
 */
export function addMessages(name: string, own: Partial<Record<Language, Messages>>): void {
  for (const language of languages) {
    const tree = own[language]
    if (tree) messages[language][name] = tree
  }
}
