import { MarkdownManager } from '@tiptap/markdown'
import StarterKit from '@tiptap/starter-kit'
import { expect, it } from 'vitest'
import { pictureExtensions } from './pictures.ts'

const manager = new MarkdownManager({
  extensions: [StarterKit.configure({ paragraph: false }), ...pictureExtensions],
})
const address = `/storage/v1/object/public/image/${'a'.repeat(32)}/I1795000000000.png#800x600`
const types = (markdown: string) => manager.parse(markdown).content?.map(({ type }) => type)

it('an image survives editing and saving', () => {
  const markdown = `앞\n\n![열람실 (아침)](${address})\n\n뒤`
  expect(types(markdown)).toEqual(['paragraph', 'image', 'paragraph'])
  expect(manager.serialize(manager.parse(markdown))).toBe(markdown)
})

it('a caption survives editing and saving, and ends neither the picture nor its quotes', () => {
  const markdown = `![열람실](${address} "창가 (오전 9시)")`
  expect(manager.parse(markdown).content?.[0]?.attrs).toMatchObject({
    alt: '열람실',
    title: '창가 (오전 9시)',
  })
  expect(manager.serialize(manager.parse(markdown))).toBe(markdown)
  const image = { type: 'image', attrs: { src: address, alt: 'a', title: 'say "x")\n![y](z)' } }
  expect(manager.serialize({ type: 'doc', content: [image] })).toBe(`![a](${address} "say ”x”) !(y)(z)")`)
})

const video = `/storage/v1/object/public/video/${'b'.repeat(32)}/I1795000000000.mp4#640x360`

it('U03: a video survives being edited and saved; one of another place is a link', () => {
  const markdown = `앞\n\n![정원](${video})`
  expect(types(markdown)).toEqual(['paragraph', 'image'])
  expect(manager.serialize(manager.parse(markdown))).toBe(markdown)
  expect(JSON.stringify(manager.parse('![x](https://tracker.example/a.mp4)'))).not.toContain('"image"')
})

it.each([
  ['of another place', '![a cat](https://tracker.example/cat.png)'],
  ['of data', '![x](data:image/png;base64,AAAA)'],
  ['inside a line', `text ![x](${address})`],
  ['in a list', `- ![x](${address})`],
])('security 101: the editor does not load an image %s', (_, markdown) => {
  expect(JSON.stringify(manager.parse(markdown))).not.toContain('"image"')
})

it('security 101: the description of an image of another origin stays, as a link', () => {
  expect(manager.parse('![a cat](https://tracker.example/cat.png)').content).toEqual([
    {
      type: 'paragraph',
      content: [
        {
          type: 'text',
          text: 'a cat',
          marks: [{ type: 'link', attrs: { href: 'https://tracker.example/cat.png' } }],
        },
      ],
    },
  ])
})
