// The values of the last run of each prompt, in this browser only.
const key = 'munjang-prompt-values'
const promptsMax = 50

type StoredValues = Record<string, Record<string, string>>

/** Survives reloads and a sign-in. If storage is full or forbidden, the values are not stored. */
export function saveValues(promptId: number, values: Record<string, string>): void {
  try {
    const { [`p${promptId}`]: _, ...others } = readStored()
    // The newest entry is last; the oldest are dropped.
    const entries = [...Object.entries(others).slice(1 - promptsMax), [`p${promptId}`, values] as const]
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(entries)))
  } catch (error) {
    console.warn('The values could not be saved.', error)
  }
}

export function loadValues(promptId: number): Record<string, string> | null {
  try {
    return readStored()[`p${promptId}`] ?? null
  } catch (error) {
    console.warn('The values could not be read.', error)
    return null
  }
}

/** Skips invalid values. Keys begin with a letter, because objects would sort numbers. */
function readStored(): StoredValues {
  const found = JSON.parse(localStorage.getItem(key) ?? '{}') as unknown
  if (typeof found !== 'object' || found === null) return {}
  return Object.fromEntries(
    Object.entries(found).flatMap(([id, values]) => {
      const isRecord = typeof values === 'object' && values !== null
      return isRecord && Object.values(values).every((value) => typeof value === 'string')
        ? [[id, values as Record<string, string>]]
        : []
    }),
  )
}
