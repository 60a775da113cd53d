// What a search phrase asks beyond its main keyword, and whether a text speaks of it. Korean spacing varies and search
// ignores it, so texts are compared without spaces and case.

export const bare = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, '')

/** Particles that stick to a Korean word; longer ones first. */
export const particles =
  '에서는|이라는|으로|에서|까지|부터|처럼|보다|라는|은|는|이|가|을|를|의|에|와|과|로|도|만'
const particle = new RegExp(`(?<=..)(?:${particles})$`)
const loneParticle = new RegExp(`^(?:${particles})$`)
/** The verb of a Korean question, whose answer has another ending. */
const questionVerb = /(?<=.)(?:나요|까요|가요|어요|아요|해요|세요|에요|예요|을까|할까|될까|일까)$/
/** Words without a meaning to look for, in both languages. */
const hollow = new Set(
  (
    'a an and are as at be by can do does for from how i in is it of on or so that the this to what when where which ' +
    'who why will with you your 있는 하는 되는 위한 대한 그리고 정말 너무 모든 무엇 어떤 어떻게'
  ).split(' '),
)

const isHollow = (term: string): boolean => hollow.has(term) || questionVerb.test(term)

/** The words of a phrase without those of the keyword, as they are written. */
export function wordsBeyond(phrase: string, keyword: string): string[] {
  const own = new Set(wordsOf(keyword).map(bare))
  const main = [...own].flatMap((word) => Array.from(word)).join('\\s*')
  const beyond = main ? phrase.normalize('NFC').replace(new RegExp(main, 'giu'), ' ') : phrase
  return wordsOf(beyond).filter((word) => !own.has(bare(word)) && !loneParticle.test(word))
}

/** The same words as they are compared: without particles, and without words that carry no meaning. */
export function termsOf(phrase: string, keyword: string): string[] {
  const terms = wordsBeyond(phrase, keyword)
    .map((word) => bare(word).replace(particle, ''))
    .filter((term) => Array.from(term).length >= 2 && !/^\d+$/.test(term) && !isHollow(term))
  return [...new Set(terms)]
}

/**
 * Whether the text speaks of the phrase: of most of its words beyond the keyword.
 * @param text as `bare` returns it
 */
export function speaksOf(text: string, phrase: string, keyword: string): boolean {
  const terms = termsOf(phrase, keyword)
  if (terms.length === 0) return text.includes(bare(phrase))
  return terms.filter((term) => text.includes(term)).length >= Math.ceil(terms.length * 0.6)
}

const wordsOf = (text: string): string[] => text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []
