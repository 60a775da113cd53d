// Makes the browser's files for one language each, so that a page loads the messages of its language with its code
// (decision 054).
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { languages, type Language } from '#shared/language.ts'
import type { PartFiles } from '#shared/request-config.ts'
import { hasMessages, insertMessages } from './messages-plugin.ts'

const fileNames = /[\w.-]+\.js\b/g
/** `price-1a2b3c4d.js` is `price-1a2b3c4d.ko.js` in Korean. */
const nameIn = (language: Language, name: string) => name.replace(/\.js$/, `.${language}.js`)

/**
 * Replaces each script that holds messages, or imports one that does, by one file per language. All others are the same
 * for both. Writes the router's manifest of each language, and the scripts of its parts, next to the server's build
 * (`server/web.ts` reads them).
 * @param folder of `client/` and `server/`, as React Router built them
 */
export async function splitLanguages(folder: string): Promise<void> {
  const assets = join(folder, 'client/assets')
  const files = new Map(
    globSync('*.js', { cwd: assets }).map((name) => [name, readFileSync(join(assets, name), 'utf8')]),
  )
  const split = findSplit(files)
  for (const name of split) {
    for (const language of languages) {
      const code = await insertMessages(files.get(name)!, language)
      const own = code.replace(fileNames, (other) => (split.has(other) ? nameIn(language, other) : other))
      writeFileSync(join(assets, nameIn(language, name)), own)
      if (name.startsWith('manifest-'))
        writeFileSync(
          join(folder, `server/assets.${language}.json`),
          own.slice(own.indexOf('{'), own.lastIndexOf('}') + 1),
        )
    }
    rmSync(join(assets, name))
  }
  for (const language of languages)
    writeFileSync(
      join(folder, `server/parts.${language}.json`),
      JSON.stringify(listParts(folder, (name) => (split.has(name) ? nameIn(language, name) : name))),
    )
}

type Chunk = { file: string; isDynamicEntry?: boolean; imports?: string[] }

/** The scripts of every part with a chunk of its own, by the part's module. */
function listParts(folder: string, nameOf: (file: string) => string): PartFiles {
  const manifest = readFileSync(join(folder, 'client/.vite/manifest.json'), 'utf8')
  const chunks = JSON.parse(manifest) as Record<string, Chunk>
  const filesOf = (name: string, found = new Set<string>()): Set<string> => {
    const { file, imports = [] } = chunks[name]!
    const address = `/assets/${nameOf(basename(file))}`
    if (found.has(address)) return found
    found.add(address)
    for (const other of imports) filesOf(other, found)
    return found
  }
  const parts = Object.keys(chunks).filter((name) => chunks[name]!.isDynamicEntry)
  return Object.fromEntries(parts.map((name) => [name, [...filesOf(name)]]))
}

/**
 * The files that a script of the build became: one per language, or itself.
 * @param file path in `clientFolder`, as Vite's manifest names it
 */
export function languageFiles(clientFolder: string, file: string): string[] {
  const own = languages.map((language) => nameIn(language, file))
  return existsSync(join(clientFolder, own[0]!)) ? own : [file]
}

/** The names of files with messages and of all that import one of them, however far. */
function findSplit(files: Map<string, string>): Set<string> {
  const importers = new Map<string, string[]>()
  for (const [name, code] of files)
    for (const other of new Set(code.match(fileNames)))
      if (files.has(other)) importers.set(other, [...(importers.get(other) ?? []), name])
  const split = new Set<string>()
  const add = (name: string) => {
    if (split.has(name)) return
    split.add(name)
    importers.get(name)?.forEach(add)
  }
  for (const [name, code] of files) if (hasMessages(code)) add(name)
  return split
}
