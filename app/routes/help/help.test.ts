import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { languages, type Language } from '#shared/language.ts'
import { findTopics } from './find-topics.ts'
import { helpTopics } from '#app/session/help-link.tsx'
import { getHelp } from './help.server.ts'

const folder = new URL('../../../shared/messages/', import.meta.url)

/** All messages of the interface in a language, without those of the help. */
const interfaceWords = (language: Language): string =>
  readdirSync(new URL(`${language}/`, folder))
    .filter((name) => name !== 'help.json')
    .map((name) => readFileSync(new URL(`${language}/${name}`, folder), 'utf8'))
    .join('\n')

it('every label that the help quotes exists on a screen, in both languages', () => {
  for (const language of languages) {
    const words = interfaceWords(language)
    const quoted = getHelp(language)
      .topics.flatMap(({ text }) => text)
      .flatMap((text) =>
        [...text.matchAll(/[‘“]([^’”]+)[’”]/g)].map(([, label]) => label!.replace(/\.$/, '')),
      )
      // An example of what a member may type.
      .filter((label) => !['Use a table'].includes(label))
    expect(quoted.length).toBeGreaterThan(4)
    expect(quoted.filter((label) => !words.includes(`"${label}`))).toEqual([])
  }
})

it('both languages have the same topics, and every number is filled in', () => {
  const [ko, en] = [getHelp('ko'), getHelp('en')]
  expect(ko.topics.map(({ id, link }) => [id, link?.to.slice(3)])).toEqual(
    en.topics.map(({ id, link }) => [id, link?.to.slice(3)]),
  )
  for (const { topics } of [ko, en])
    expect(topics.flatMap(({ text }) => text).filter((text) => text.includes('{'))).toEqual([])
  expect(ko.topics.find(({ id }) => id === 'payment')!.text.join()).toContain('7일 안에')
})

it('topics are found by every word that is typed, spaced or not', () => {
  const { topics } = getHelp('ko')
  const ids = (typed: string) => findTopics(topics, typed).map(({ id }) => id)
  expect(ids('환불')).toEqual(['payment'])
  expect(ids('복구코드')).toEqual(['security'])
  expect(ids('hwpx')).toContain('export')
  expect(ids('없는말')).toEqual([])
  expect(ids(' ')).toHaveLength(topics.length)
})

it('the help shows an example of every tool: what was entered, and how the text begins', () => {
  for (const language of languages) {
    const { examples } = getHelp(language).topics.find(({ id }) => id === 'tools')!
    expect(examples).toHaveLength(6)
    for (const { wrote, title, got, to } of examples) {
      expect(Math.min(wrote.length, title.length, got.length)).toBeGreaterThan(3)
      expect(got).not.toMatch(/[#*|]/)
      expect(to).toMatch(new RegExp(`^/${language}/tool/use\\?tool=[a-z-]+&example=1$`))
    }
  }
})

it('every link to a topic of the help leads to an existing topic', () => {
  const ids = getHelp('ko').topics.map(({ id }) => id)
  expect(helpTopics.filter((topic) => !ids.includes(topic))).toEqual([])
})
