/** A whole number from 0 to `max`, with or without commas; null for all other input. */
export function readWhole(text: string, max: number): number | null {
  const plain = text.trim().replace(/,(?=\d{3}(\D|$))/g, '')
  const number = /^\d{1,12}$/.test(plain) ? Number(plain) : null
  return number !== null && number <= max ? number : null
}
