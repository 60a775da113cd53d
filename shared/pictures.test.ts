import { expect, it } from 'vitest'
import { readPicture, withPictureAbove } from './pictures.ts'
import { writePicture } from './write-picture.ts'
import { readFeed, withoutPictures, withSlidePicture, writeSlides } from './sections.ts'

const path = `${'a'.repeat(32)}/I1795000000000.jpg`
const picture = writePicture({ alt: 'A [red]\nsun \0\\', path, width: 1536, height: 1024 })

it('a picture is written so that its description cannot end it, and can be parsed again', () => {
  expect(picture).toBe(`![A red sun](/storage/v1/object/public/image/${path}#1536x1024)`)
  expect(readPicture(picture)).toEqual({
    alt: 'A red sun',
    src: `/storage/v1/object/public/image/${path}#1536x1024`,
  })
  expect(
    Array.from(readPicture(writePicture({ alt: '가'.repeat(900), path, width: 1, height: 1 }))!.alt),
  ).toHaveLength(300)
})

it('security 101: other pictures than ours are not accepted', () => {
  for (const other of [
    null,
    '',
    'x',
    '![a](https://evil.example/a.jpg#1x1)',
    `![a](/storage/v1/object/public/image/../${path}#1x1)`,
  ])
    expect(readPicture(other)).toBeNull()
})

it('T10: a picture that a member put into a slide is the slide’s own, and another one replaces it alone', () => {
  const own = `![Chair](/storage/v1/object/public/image/${'b'.repeat(32)}/I1795000000001.png)`
  expect(readPicture(own)).toEqual({
    alt: 'Chair',
    src: `/storage/v1/object/public/image/${'b'.repeat(32)}/I1795000000001.png`,
  })
  const body = `First.\n\n${own}\n\nMore.\n\n${picture}`
  expect(readFeed(`## One\n\n${body}`).slides).toEqual([
    { heading: 'One', text: 'First.\n\nMore.', picture: own },
  ])
  const made = writePicture({ alt: 'New', path, width: 8, height: 8 })
  expect(withSlidePicture(body, made)).toBe(`${made}\n\nFirst.\n\nMore.\n\n${picture}`)
  expect(withSlidePicture('', made)).toBe(made)
})

it('a text is copied with the picture above it, once', () => {
  expect(withPictureAbove(picture, 'Text.')).toBe(`${picture}\n\nText.`)
  expect(withPictureAbove(picture, `Text.\n\n${picture}`)).toBe(`Text.\n\n${picture}`)
  expect(withPictureAbove(null, 'Text.')).toBe('Text.')
})

it('T10: a slide has its picture between its headline and its words, which are parsed without it', () => {
  const slides = [
    { heading: 'One', text: 'First.', picture },
    { heading: 'Two', text: 'Second.', picture: null },
  ]
  const text = `${writeSlides(slides)}\n\n---\n\nCaption.`
  expect(readFeed(text)).toEqual({ slides, caption: 'Caption.' })
  expect(withoutPictures(text)).toBe(
    `${writeSlides(slides.map((slide) => ({ ...slide, picture: null })))}\n\n---\n\nCaption.`,
  )
})
