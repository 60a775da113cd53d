import { parseError } from './rest-error.ts'

const identifierMaxLength = 200

/** Parses PostgREST's grammars character by character; every failure is a PGRST100 that names the parameter. */
export class TextReader {
  readonly text: string
  readonly parameter: string
  position = 0

  constructor(text: string, parameter: string) {
    this.text = text
    this.parameter = parameter
  }

  get isAtEnd(): boolean {
    return this.position >= this.text.length
  }

  startsWith(token: string): boolean {
    return this.text.startsWith(token, this.position)
  }

  /** Consumes the token when it is next. */
  take(token: string): boolean {
    if (!this.startsWith(token)) return false
    this.position += token.length
    return true
  }

  expect(token: string): void {
    if (!this.take(token)) throw this.fail(`expected "${token}"`)
  }

  skipSpace(): void {
    while (this.text[this.position] === ' ') this.position++
  }

  fail(reason: string): Error {
    return parseError(this.parameter, `${reason} at position ${this.position + 1}`)
  }

  /** A name: in double quotes, or without characters of the grammar. A dash is part of it unless it begins an arrow. */
  readName(stops = '.,:()!"{}'): string {
    this.skipSpace()
    if (this.text[this.position] === '"') return this.readQuoted()
    const start = this.position
    while (!this.isAtEnd && !stops.includes(this.text[this.position] as string) && !this.startsWith('->'))
      this.position++
    const name = this.text.slice(start, this.position).trim()
    if (!name) throw this.fail('expected a name')
    if (name.length > identifierMaxLength) throw this.fail('a name is too long')
    return name
  }

  /** A text in double quotes, where a backslash escapes the next character. */
  readQuoted(): string {
    this.expect('"')
    let value = ''
    while (!this.isAtEnd) {
      const sign = this.text[this.position++] as string
      if (sign === '"') return value
      value += sign === '\\' ? (this.text[this.position++] ?? '') : sign
    }
    throw this.fail('expected a closing quote')
  }

  /** Everything up to one of the stop characters or the end. */
  readUntil(stops: string): string {
    const start = this.position
    while (!this.isAtEnd && !stops.includes(this.text[this.position] as string)) this.position++
    return this.text.slice(start, this.position)
  }
}
