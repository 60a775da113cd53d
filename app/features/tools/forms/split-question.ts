import { countCharacters } from '#shared/characters.ts'

/** Where a question can end, the best first: after a question mark, before a bracket, after a sentence. */
const ends = [/^.*?[?？]/, /^.+?(?=\s*[([{【「<※*])/, /^.*?[.。!](?=\s|$)/]

/**
 * Takes a pasted question apart: what is asked, and the notes after it that application forms print along.
 * @param limit of the question, in characters
 * @returns null when the text fits the limit, or no part of it is a question within it
 */
export function splitQuestion(text: string, limit: number): { question: string; notes: string } | null {
  const whole = text.replace(/\s+/g, ' ').trim()
  if (countCharacters(whole) <= limit) return null
  for (const end of ends) {
    const question = end.exec(whole)?.[0].trim() ?? ''
    const notes = whole.slice(whole.indexOf(question) + question.length).trim()
    if (question !== '' && notes !== '' && countCharacters(question) <= limit) return { question, notes }
  }
  return null
}
