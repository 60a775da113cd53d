import { createDraft } from '#app/session/draft.ts'

/** The values of the last run of each prompt, by its id. Survives reloads and a sign-in. */
export const promptValues = createDraft<Record<string, string>>('values', parseValues, {
  storage: 'browser',
  max: 50,
})

function parseValues(stored: unknown): Record<string, string> | null {
  const isRecord = typeof stored === 'object' && stored !== null
  return isRecord && Object.values(stored).every((value) => typeof value === 'string')
    ? (stored as Record<string, string>)
    : null
}
