// Fonts for letters that Pretendard lacks, from the packages of Fontsource. HarfBuzz reads no WOFF, so the slices that a
// text needs are unpacked to files.
import { rmSync } from 'node:fs'
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { findSlices, readSlices, type FontSlice } from '#shared/font-slices.ts'
import { readCharacters, unpackWoff } from '#shared/woff.ts'
import { once } from './once.ts'
import type { FontOf } from './shape-line.ts'

const require = createRequire(import.meta.url)
const weights = {
  'noto-sans-kr': 700,
  'noto-sans-jp': 700,
  'noto-sans-sc': 700,
  'noto-emoji': 700,
  'noto-sans-symbols-2': 400,
  'ibm-plex-sans-arabic': 700,
  'noto-sans-devanagari': 700,
  'noto-sans-thai': 700,
} as const

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

/** Joiners and forms: shaping uses them, and no font has a glyph for each. */
const ignorable = /^\p{Default_Ignorable_Code_Point}$/u

/**
 * Finds fonts for the letters of a text.
 * @param main the path of the font of letters that it has
 * @returns the font of each letter, and the code points that no font has
 */
export async function findFonts(text: string, main: string): Promise<{ fontOf: FontOf; missing: number[] }> {
  const own = await charactersOf(main)
  const others = [...text]
    .filter((letter) => !ignorable.test(letter))
    .map((letter) => letter.codePointAt(0)!)
    .filter((code) => !own.has(code))
  const { found, missing } = await findSlices(others, families, charactersOf)
  const files = new Map(
    await Promise.all([...found].map(async ([code, { file }]) => [code, await unpack(file)] as const)),
  )
  return { fontOf: (code) => (own.has(code) ? main : files.get(code)), missing }
}
