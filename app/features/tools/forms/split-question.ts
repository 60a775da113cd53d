import { countCharacters } from '#shared/characters.ts'

/** Where a question can end, the best first: after a question mark, before a bracket, after a sentence. */
const ends = [/^.*?[?？]/, /^.+?(?=\s*[([{【「<※*])/, /^.*?[.。!](?=\s|$)/]

/**
 * Takes a pasted question apart: what is asked, and the notes after it that application forms print along. A question
 * that ends nowhere within the limit is cut after the last word that fits.
 * @param limit of the question, in characters
 * @returns null when the text fits the limit, or its first word does not
 */
export function splitQuestion(text: string, limit: number): { question: string; notes: string } | null {
  const whole = text.replace(/\s+/g, ' ').trim()
  if (countCharacters(whole) <= limit) return null
  for (const end of ends) {
    const question = end.exec(whole)?.[0].trim() ?? ''
    const notes = whole.slice(whole.indexOf(question) + question.length).trim()
    if (question !== '' && notes !== '' && countCharacters(question) <= limit) return { question, notes }
  }
  return cutAtWord(whole, limit)
}

function cutAtWord(whole: string, limit: number): { question: string; notes: string } | null {
  const [first = '', ...others] = whole.split(' ')
  let question = first
  if (countCharacters(question) > limit) return null
  for (const word of others) {
    if (countCharacters(`${question} ${word}`) > limit) break
    question += ` ${word}`
  }
  return { question, notes: whole.slice(question.length).trim() }
}
