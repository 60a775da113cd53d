import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { languages } from '#shared/language.ts'

const prefix = 'virtual:messages/'
/** The bundler names files of the browser after the ends of ids. */
const suffix = '-messages'
const hook = /\buseTranslation\(([^)]*)\)/g

/**
 * Loads messages with the code that shows them: a module that calls `useTranslation('versions')` imports
 * `virtual:messages/versions`. The server gets both languages. In the browser's build that module holds a placeholder,
 * which `scripts/split-languages.ts` replaces (decision 054).
 */
export function loadMessages(): Plugin {
  return {
    name: 'munjang-messages',
    // TypeScript's type arguments would hide calls once they are compiled.
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}${suffix}` : null),
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null
      const name = id.slice(prefix.length + 1, -suffix.length)
      const texts = await readMessages(name, (file) => this.addWatchFile(file))
      const isSplit = this.environment.name === 'client' && this.environment.mode === 'build'
      const value = isSplit
        ? JSON.stringify(placeholder(name, texts))
        : `{${languages.map((language, i) => `${language}:${texts[i]}`).join()}}`
      return `import{addMessages}from'/app/session/messages.ts';addMessages(${JSON.stringify(name)},${value})`
    },
    transform: {
      filter: { id: /\/app\/.*\.tsx?(?:\?|$)/, code: 'useTranslation(' },
      handler(code, id) {
        const names = new Set([...code.matchAll(hook)].flatMap((call) => namesIn(call[1] ?? '', id)))
        const imports = [...names].map((name) => `import '${prefix}${name}';`).join('')
        return imports === '' ? null : { code: imports + code, map: null }
      },
    },
  }
}

/** @throws for a name that is not written out, because the build could not know what to load */
function namesIn(list: string, file: string): string[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const name = /^'(\w+)'$/.exec(part)?.[1]
      if (!name) throw new Error(`${basename(file)}: useTranslation(${list}) needs names in quotes.`)
      return name
    })
}

const fileOf = (language: string, name: string) =>
  fileURLToPath(new URL(`../shared/messages/${language}/${name}.json`, import.meta.url))

/** The JSON of each language, without white space, in the order of `languages`. */
function readMessages(name: string, onRead: (file: string) => void): Promise<string[]> {
  return Promise.all(
    languages.map(async (language) => {
      const file = fileOf(language, name)
      onRead(file)
      return JSON.stringify(JSON.parse(await readFile(file, 'utf8')))
    }),
  )
}

/** Contains a hash of the messages: the name of the file that holds it, which browsers keep, changes with them. */
function placeholder(name: string, texts: string[]): string {
  return `@messages:${name}:${createHash('sha256').update(texts.join()).digest('hex').slice(0, 12)}@`
}

/** Code of the browser with its placeholders replaced by the messages of one language. */
export async function insertMessages(code: string, language: string): Promise<string> {
  const names = new Set([...code.matchAll(placeholders)].map(([, , name]) => name!))
  const texts = new Map<string, string>()
  for (const name of names)
    texts.set(name, JSON.stringify(JSON.parse(await readFile(fileOf(language, name), 'utf8'))))
  return code.replace(placeholders, (_all, _quote, name: string) => `{${language}:${texts.get(name)}}`)
}

const placeholders = /(["'`])@messages:(\w+):[0-9a-f]{12}@\1/g
export const hasMessages = (code: string): boolean => code.search(placeholders) >= 0
