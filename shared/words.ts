/**
 * Looks up and fills the messages of the interface. Messages are nested records of strings, the same keys in both
 * languages.
 */
export type Messages = { readonly [key: string]: string | Messages }
export type Values = Readonly<Record<string, string | number>>

/** All dotted paths of a message tree: `{home: {title: ''}}` gives `'home.title'`. */
export type MessageKey<Tree> = {
  [K in keyof Tree & string]: Tree[K] extends string ? K : `${K}.${MessageKey<Tree[K]>}`
}[keyof Tree & string]

/**
 * The text at `key` with its placeholders filled: `{name}` inserts the value, `{count|#}` groups a number (1,234,567),
 * `{name|은/는}` inserts it with the Korean particle that fits its last sound, `{count|text/texts}` a grouped number with
 * its English noun.
 * A missing key returns the key itself, so that a screen shows the missing message and never breaks.
 */
export function translate(messages: Messages, key: string, values: Values = {}): string {
  const text = find(messages, key)
  if (text === undefined) return key
  if (!text.includes('{')) return text
  return text.replace(/\{(\w+)(?:\|([^}]+))?\}/g, (whole, name: string, form?: string) => {
    const value = values[name]
    if (value === undefined) return whole
    if (form === '#') return grouped.format(Number(value))
    if (!form) return String(value)
    return isPlural(form) ? count(Number(value), form) : String(value) + chooseParticle(String(value), form)
  })
}

function find(messages: Messages, key: string): string | undefined {
  let node: string | Messages | undefined = messages
  for (const part of key.split('.')) {
    if (typeof node !== 'object' || !Object.hasOwn(node, part)) return undefined
    node = node[part]
  }
  return typeof node === 'string' ? node : undefined
}

const isPlural = (form: string): boolean => /^[a-z]/i.test(form)
// Making a formatter takes much longer than formatting with it.
const grouped = new Intl.NumberFormat('en-US')
const pluralRules = new Intl.PluralRules('en')

/** `1 text`, `0 texts`, `1,200 texts`. */
function count(value: number, pair: string): string {
  const [one, other] = pair.split('/')
  return `${grouped.format(value)} ${pluralRules.select(value) === 'one' ? one : other}`
}

const finalSoundOfDigit = [true, true, false, true, false, false, true, true, true, false]
const finalIsRieulDigit = [false, true, false, false, false, false, false, true, true, false]

/**
 * Chooses between `은/는`, `이/가`, `을/를`, `과/와`, `으로/로` by the last sound of `word`.
 * Hangul syllables are composed algorithmically (Unicode 15, section 3.12): (code - 0xAC00) % 28 is the final consonant, 8 is ㄹ.
 */
function chooseParticle(word: string, pair: string): string {
  const [afterConsonant = '', afterVowel = ''] = pair.split('/')
  const last = word.trim().at(-1) ?? ''
  const { closed, rieul } = lastSound(last)
  if (afterConsonant === '으로') return closed && !rieul ? afterConsonant : afterVowel
  return closed ? afterConsonant : afterVowel
}

function lastSound(character: string): { closed: boolean; rieul: boolean } {
  const code = character.codePointAt(0) ?? 0
  if (code >= 0xac00 && code <= 0xd7a3)
    return { closed: (code - 0xac00) % 28 !== 0, rieul: (code - 0xac00) % 28 === 8 }
  if (/\d/.test(character)) {
    const digit = Number(character)
    return { closed: finalSoundOfDigit[digit] ?? false, rieul: finalIsRieulDigit[digit] ?? false }
  }
  return { closed: /[lmnLMN]/.test(character), rieul: /[lL]/.test(character) }
}
