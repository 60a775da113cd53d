// Parses the parameters of the console's addresses. Invalid ones are undefined, and get the 404 page.
const idPattern = /^[1-9]\d{0,14}$/
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const readNumber = (text: string): number | undefined =>
  idPattern.test(text) ? Number(text) : undefined

export const isMemberId = (text: string): boolean => uuidPattern.test(text)

/** One of the values that there are; null when nothing is named. */
export function readChoice<Value extends string>(
  text: string | null,
  values: readonly Value[],
): Value | null | undefined {
  if (text === null || text === '') return null
  return values.find((value) => value === text)
}
