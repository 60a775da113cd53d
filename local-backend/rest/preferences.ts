import { RestError } from './rest-error.ts'

export type Preferences = {
  return: 'minimal' | 'headers-only' | 'representation'
  count: 'exact' | 'planned' | 'estimated' | null
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null
  missing: 'default' | 'null'
  rollback: boolean
  maxAffected: number | null
  /** The content of the response's Preference-Applied. */
  applied: string[]
}

const known = new Map([
  ['return', ['minimal', 'headers-only', 'representation']],
  ['count', ['exact', 'planned', 'estimated']],
  ['resolution', ['merge-duplicates', 'ignore-duplicates']],
  ['missing', ['default', 'null']],
  ['tx', ['commit', 'rollback']],
  ['handling', ['strict', 'lenient']],
])

/**
 * Parses the header Prefer. Unknown preferences are ignored, or refused (PGRST122) under `handling=strict`. `tx` is
 * known, and ignored unless the database lets callers choose the end of their transaction.
 */
export function parsePreferences(header: string | undefined, allowsTransactionEnd = false): Preferences {
  const chosen = new Map<string, string>()
  const invalid: string[] = []
  for (const part of (header ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean)) {
    const [name = '', value = ''] = part.split('=', 2).map((text) => text.trim())
    const isKnown = name === 'max-affected' ? /^\d{1,9}$/.test(value) : known.get(name)?.includes(value)
    if (!isKnown) invalid.push(part)
    else if (!chosen.has(name)) chosen.set(name, value)
  }
  const isStrict = chosen.get('handling') === 'strict'
  if (isStrict && invalid.length > 0) {
    throw new RestError(
      400,
      'PGRST122',
      'Invalid preferences given with handling=strict',
      `Invalid preferences: ${invalid.join(', ')}`,
    )
  }
  if (!allowsTransactionEnd) chosen.delete('tx')
  const maxAffected = chosen.get('max-affected')
  return {
    return: (chosen.get('return') ?? 'minimal') as Preferences['return'],
    count: (chosen.get('count') ?? null) as Preferences['count'],
    resolution: (chosen.get('resolution') ?? null) as Preferences['resolution'],
    missing: (chosen.get('missing') ?? 'null') as Preferences['missing'],
    rollback: chosen.get('tx') === 'rollback',
    maxAffected: isStrict && maxAffected !== undefined ? Number(maxAffected) : null,
    applied: [...chosen]
      .filter(([name]) => name !== 'max-affected' || isStrict)
      .map(([name, value]) => `${name}=${value}`),
  }
}
