// Fonts of Chinese letters are megabytes, so their packages split them into slices. A text needs few of them.

/** A part of a font. `mayHave` is what its package declares, which is more than it has. */
export type FontSlice<File> = { name: string; mayHave: [from: number, to: number][]; file: File }

/** Parses `unicode.json` of a package of Fontsource: the name of each slice with its `unicode-range` of CSS. */
export function readSlices(
  declared: Record<string, string>,
): { key: string; mayHave: [from: number, to: number][] }[] {
  return Object.entries(declared).map(([name, ranges]) => ({
    key: name.replace(/[[\]]/g, ''),
    mayHave: ranges.split(',').map((range) => {
      const [from, to] = range.trim().slice(2).split('-')
      return [parseInt(from!, 16), parseInt(to ?? from!, 16)]
    }),
  }))
}

/**
 * Finds slices for characters, in the order of the families. It reads only slices that may have one of them.
 * @param charactersOf the code points of a slice's font
 * @returns for each character the first slice that has it, and the characters that no slice has
 */
export async function findSlices<File>(
  characters: Iterable<number>,
  families: (() => Promise<FontSlice<File>[]>)[],
  charactersOf: (file: File) => Promise<Set<number>>,
): Promise<{ found: Map<number, FontSlice<File>>; missing: number[] }> {
  const found = new Map<number, FontSlice<File>>()
  let missing = [...new Set(characters)]
  for (const family of families) {
    if (missing.length === 0) break
    const wanted = missing
    const candidates = (await family()).filter(({ mayHave }) =>
      mayHave.some(([from, to]) => wanted.some((code) => code >= from && code <= to)),
    )
    const sets = await Promise.all(candidates.map(({ file }) => charactersOf(file)))
    for (const code of wanted) {
      const index = sets.findIndex((set) => set.has(code))
      if (index >= 0) found.set(code, candidates[index]!)
    }
    missing = missing.filter((code) => !found.has(code))
  }
  return { found, missing }
}
