import { expect, it } from 'vitest'
import { readSection, writeSection } from './outline.ts'
import {
  asParagraphs,
  findSections,
  findToolSections,
  readFeed,
  sectionBody,
  writeSlides,
} from './sections.ts'

const text = 'before\n\n## One\n\na\n\n### Sub\n\nb\n\n```\n## no heading\n```\n\n## Two\n\nc'

it('sections are found by their headings of the second level, whole and without gap; code holds none', () => {
  const sections = findSections(text)
  expect(sections.map(({ heading }) => heading)).toEqual(['One', 'Two'])
  expect(sections.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text.slice(8))
  expect(sectionBody(text, sections[1]!)).toBe('c')
  expect(findSections('## Last')).toEqual([{ heading: 'Last', start: 0, bodyStart: 7, end: 7 }])
  expect(findSections('')).toEqual([])
})

it('T10: a feed is parsed as slides, a rule and a caption outside all slides', () => {
  const slides = [
    { heading: 'A', text: 'a', picture: null },
    { heading: 'B', text: 'b', picture: null },
  ]
  const feed = `${writeSlides(slides)}\n\n---\n\ncaption\n\nmore`
  expect(readFeed(feed)).toEqual({ slides, caption: 'caption\n\nmore' })
  expect(readFeed(writeSlides(slides))).toEqual({ slides, caption: '' })
  // A slide with one sentence has a heading alone.
  const bare = [...slides, { heading: 'Only this', text: '', picture: null }]
  expect(writeSlides(bare).endsWith('\n\n## Only this')).toBe(true)
  expect(readFeed(`${writeSlides(bare)}\n\n---\n\ncaption`)).toEqual({ slides: bare, caption: 'caption' })
  expect(findToolSections('instagram-feed', feed).map((section) => sectionBody(feed, section))).toEqual([
    'a',
    'b',
  ])
  expect(findToolSections('email', '## x')).toEqual([])
})

it('headings and rules in a model’s answer do not become sections', () => {
  expect(asParagraphs('# Title\n\ntext\n\n---\n\n\n## More\nend')).toBe('Title\n\ntext\n\nMore\nend')
})

it('an outline entry is a heading and its points, in any typed form', () => {
  expect(readSection('## Heading \n• one\n- two\n\nthree')).toEqual({
    heading: 'Heading',
    points: ['one', 'two', 'three'],
  })
  expect(writeSection(readSection('Heading\n one'))).toBe('Heading\n- one')
  expect(readSection('')).toEqual({ heading: '', points: [] })
})
