import { readSlices, type FontSlice } from '#shared/font-slices.ts'

/** Addresses of a slice's files; a font without bold letters has its regular ones twice. */
export type FontFiles = { normal: string; bold: string }

/**
 * @param font the name that the files begin with
 * @param declared the ranges of each slice
 * @param files addresses by path, of the weights 400 and 700
 */
export function slicesOf(
  font: string,
  declared: Record<string, string>,
  files: Record<string, string>,
): FontSlice<FontFiles>[] {
  const byName = new Map(
    Object.entries(files).map(([path, address]) => [path.slice(path.lastIndexOf('/') + 1), address]),
  )
  return readSlices(declared).flatMap(({ key, mayHave }) => {
    const name = `${font}-${key}`
    const normal = byName.get(`${name}-400-normal.woff`)
    return normal
      ? [{ name, mayHave, file: { normal, bold: byName.get(`${name}-700-normal.woff`) ?? normal } }]
      : []
  })
}
