// Fonts for letters that Pretendard lacks, from the packages of Fontsource. The client that draws pictures reads no WOFF,
// so the slices that a text needs are unpacked to files.
import { rmSync } from 'node:fs'
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { findSlices, readSlices, type FontSlice } from '#shared/font-slices.ts'
import { readCharacters, unpackWoff } from '#shared/woff.ts'
import { fontFiles } from './draw-picture.ts'

const require = createRequire(import.meta.url)
const weights = {
  'noto-sans-kr': 700,
  'noto-sans-jp': 700,
  'noto-sans-sc': 700,
  'noto-emoji': 700,
  'noto-sans-symbols-2': 400,
} as const

/** Computes once per key; a failure is not remembered. */
function once<Value>(compute: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const known = new Map<string, Promise<Value>>()
  return (key) => {
    const value = known.get(key) ?? compute(key)
    known.set(key, value)
    value.catch(() => known.delete(key))
    return value
  }
}

const readFamily = once(async (font): Promise<FontSlice<string>[]> => {
  const declared = require.resolve(`@fontsource/${font}/unicode.json`)
  const slices = readSlices(JSON.parse(await readFile(declared, 'utf8')) as Record<string, string>)
  const weight = weights[font as keyof typeof weights]
  const files = join(dirname(declared), 'files')
  const names = new Set(await readdir(files))
  return slices.flatMap(({ key, mayHave }) => {
    const name = `${font}-${key}-${weight}-normal.woff`
    return names.has(name) ? [{ name, mayHave, file: join(files, name) }] : []
  })
})
const families = Object.keys(weights).map((font) => () => readFamily(font))

const charactersOf = once(async (path) => readCharacters(await readFile(path), inflateSync))
const folder = once(async () => {
  const path = await mkdtemp(join(tmpdir(), 'munjang-fonts-'))
  process.once('exit', () => rmSync(path, { recursive: true, force: true }))
  return path
})
const unpack = once(async (path) => {
  const unpacked = join(await folder(''), `${basename(path, '.woff')}.ttf`)
  await writeFile(unpacked, unpackWoff(await readFile(path), inflateSync))
  return unpacked
})

/**
 * Finds fonts for the letters of a text that Pretendard lacks.
 * @returns paths of OpenType files, and the code points that no font has
 */
export async function findFonts(text: string): Promise<{ files: string[]; missing: number[] }> {
  const main = await charactersOf(fontFiles[0]!)
  const others = [...text].map((letter) => letter.codePointAt(0)!).filter((code) => !main.has(code))
  const { found, missing } = await findSlices(others, families, charactersOf)
  const paths = new Set([...found.values()].map(({ file }) => file))
  return { files: await Promise.all([...paths].map(unpack)), missing }
}
