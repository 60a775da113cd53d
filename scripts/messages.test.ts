// Both languages have the same words, with the same placeholders, each in its own script.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folder = (language: string) => new URL(`../shared/messages/${language}/`, import.meta.url)
const files = readdirSync(folder('ko'))

function flatten(node: unknown, path = ''): [string, string][] {
  if (typeof node === 'string') return [[path, node]]
  return Object.entries(node as object).flatMap(([key, value]) =>
    flatten(value, path ? `${path}.${key}` : key),
  )
}
const wordsOf = (language: string, file: string) =>
  new Map(flatten(JSON.parse(readFileSync(new URL(file, folder(language)), 'utf8'))))
const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)/g)].map((match) => match[1]).sort((a, b) => (a! < b! ? -1 : 1))

it('O20: both languages have the same files', () => {
  expect(readdirSync(folder('en'))).toEqual(files)
})

for (const file of files) {
  it(`O20: ${file} has every word in both languages, with the same placeholders`, () => {
    const [ko, en] = [wordsOf('ko', file), wordsOf('en', file)]
    expect([...en.keys()]).toEqual([...ko.keys()])
    for (const [key, text] of ko) {
      expect(text.trim(), `ko ${key}`).not.toBe('')
      expect(en.get(key)?.trim(), `en ${key}`).not.toBe('')
      expect(placeholders(en.get(key)!), key).toEqual(placeholders(text))
    }
  })
}
