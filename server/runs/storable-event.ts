/** U+0000 and lone surrogates, which Postgres stores in no text and no JSON. */
const isUnstorable = (text: string): boolean => text.includes('\0') || !text.isWellFormed()

const storable = (value: unknown): unknown => {
  if (typeof value === 'string')
    return isUnstorable(value) ? value.replaceAll('\0', '').toWellFormed() : value
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, storable(entry)]))
  return value
}

/** The one place that cleans the output of runs: models, files and pages may contain anything. */
export const storableEvent = <Event extends { type: string }>(event: Event): Event => storable(event) as Event
