// The day on which a page says that it was published. What pages say about themselves is hostile: a value is a date of
// the calendar, or nothing.
const earliest = '1990-01-01'
const dayMs = 86_400_000

/** What is asked of a parsed page. */
type Queried = {
  querySelectorAll: (selector: string) => Iterable<{ getAttribute: (name: string) => string | null }>
}

/** Most specific first. The last is taken only where a page has one such time: others belong to comments and lists. */
const places: readonly { selector: string; attribute: string; isOnly?: boolean }[] = [
  {
    selector:
      'meta[property="article:published_time"],meta[property="og:article:published_time"],meta[itemprop="datePublished"]',
    attribute: 'content',
  },
  { selector: 'time[itemprop="datePublished"],time[pubdate]', attribute: 'datetime' },
  { selector: 'article time[datetime]', attribute: 'datetime', isOnly: true },
  { selector: 'time[datetime]', attribute: 'datetime', isOnly: true },
]

/** The day that elements of the page name: `2026-11-03`, in its own time zone; null where none does that can be. */
export function findPublishedDay(document: Queried, now = Date.now()): string | null {
  return places.map((place) => findAt(document, place, now)).find((day) => day !== null) ?? null
}

function findAt(
  document: Queried,
  { selector, attribute, isOnly = false }: (typeof places)[number],
  now: number,
): string | null {
  const days = new Set(
    [...document.querySelectorAll(selector)]
      .map((element) => parseDay(element.getAttribute(attribute), now))
      .filter((day) => day !== null),
  )
  const [first = null] = days
  return isOnly && days.size > 1 ? null : first
}

/** Dates begin with the year: `2026-11-03T09:00:00+09:00`, `2026.11.03`, `20261103`. */
export function parseDay(value: unknown, now = Date.now()): string | null {
  if (typeof value !== 'string') return null
  const found = /^\s*(\d{4})([-./]?)(\d{2})\2(\d{2})(?!\d)/.exec(value)
  if (!found) return null
  const day = `${found[1]}-${found[3]}-${found[4]}`
  const moment = Date.parse(`${day}T00:00:00Z`)
  // February 30 would be a day of March.
  if (Number.isNaN(moment) || new Date(moment).toISOString().slice(0, 10) !== day) return null
  // A day may have begun where the page was written and not here.
  return day < earliest || moment > now + dayMs ? null : day
}
