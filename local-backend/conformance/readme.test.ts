// Counts README.md's tables against the tests here: every client method, option and error code that a row names has to be used.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folder = new URL('.', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, folder), 'utf8')

/** The tests of a service, and their schema. */
function testsOf(service: string): string {
  const files = readdirSync(folder).filter((name) => name.startsWith(service) && name.endsWith('.db.test.ts'))
  return [...files.map(read), ...(service === 'rest' ? [read('../testing/library.sql')] : [])].join('\n')
}

/** Settings of this backend in a row, as in "with `email`; else ...": clients do not have them. */
const ownSettings =
  /(with|allows them, else|or) `(email|phone|phoneFactor|anonymousUsers|manualLinking|sendMail)`/g

/** The text between back quotes in a row, word by word; `range*` matches any suffix. */
const wordsOf = (row: string) =>
  [...row.replaceAll(ownSettings, '').matchAll(/`([^`]+)`/g)]
    .flatMap(([, code = '']) => code.match(/[A-Za-z_]\w*/g) ?? [])
    .filter((word) => !/^(alter|role|authenticator|set|pgrst|PTxyz|well|known|jwks|json|s256)$/.test(word))

const sections = read('../README.md')
  .split(/^## /m)
  .filter((section) => section.startsWith('What works: '))

it.each(sections.map((section) => [/: (\w+)/.exec(section)?.[1] ?? '', section]))(
  'every row of the table for %s is driven by a conformance test',
  (service, section) => {
    const tests = testsOf(service)
    const rows = section.split('\n').filter((line) => /^\| (?!---|Client method)/.test(line))
    expect(rows.length).toBeGreaterThan(5)
    const missing = rows.flatMap((row) => {
      const words = wordsOf(row)
      // A row in plain words must match the name of a test.
      const [plain = ''] = /[a-z][a-zA-Z -]+/.exec(row.slice(2)) ?? []
      const isNamed = words.length > 0 || tests.includes(plain.trim())
      const unused = words.filter((word) => !new RegExp(`\\b${word}`).test(tests))
      return isNamed && unused.length === 0 ? [] : [`${row.slice(0, 60)}: ${unused.join(' ')}`]
    })
    expect(missing).toEqual([])
  },
)
