const similarityMin = 0.75
/** Longer names are not typed by hand, and comparing takes time by the product of lengths. */
const lengthMax = 100

/** The existing name that is most similar to `given`; null when none is close or `given` itself exists. */
export function closestName(given: string, names: Iterable<string>): string | null {
  let best: { name: string; similarity: number } | null = null
  for (const name of names) {
    if (name === given) return null
    const similarity = similarityOf(given, name)
    if (similarity >= similarityMin && similarity > (best?.similarity ?? 0)) best = { name, similarity }
  }
  return best?.name ?? null
}

/** One minus the share of characters to insert, delete or replace. */
function similarityOf(one: string, other: string): number {
  const longest = Math.max(one.length, other.length)
  if (longest > lengthMax || Math.min(one.length, other.length) / longest < similarityMin) return 0
  return 1 - distanceOf(one, other) / longest
}

function distanceOf(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const replaced = (above[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      row.push(Math.min(replaced, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    above = row
  }
  return above[other.length] ?? 0
}
