const similarityMin = 0.75
/** Longer names are typed by no one; comparing takes time by their product. */
const lengthMax = 100

/** The name that somebody who wrote `given` most likely meant; null when none is near or it is there as written. */
export function closestName(given: string, names: Iterable<string>): string | null {
  let best: { name: string; similarity: number } | null = null
  for (const name of names) {
    if (name === given) return null
    const similarity = similarityOf(given, name)
    if (similarity >= similarityMin && similarity > (best?.similarity ?? 0)) best = { name, similarity }
  }
  return best?.name ?? null
}

/** One minus the share of signs to insert, delete or replace. */
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
