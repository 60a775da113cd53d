import { expect, it } from 'vitest'
import { parseMarkdown } from './markdown-tree.ts'

it('security 100: HTML in a text always stays text', () => {
  for (const html of [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<iframe src="https://e"></iframe>',
    'a <b onclick="x()">b</b>',
  ]) {
    const text = JSON.stringify(parseMarkdown(html))
    expect(text).toContain('<')
    expect(text).not.toMatch(/"type":"(?!p)/)
  }
})

it('security 100: links lead only to http, https and mailto; other links become their text', () => {
  expect(
    parseMarkdown(
      '[a](javascript:alert(1)) [b](data:text/html,x) [c](https://e.example/x) [d](mailto:a@b.c) [e](//e.example)',
    ),
  ).toEqual([
    {
      type: 'p',
      children: [
        'a',
        ' ',
        'b',
        ' ',
        { type: 'a', href: 'https://e.example/x', host: 'e.example', isNamed: false, children: ['c'] },
        ' ',
        { type: 'a', href: 'mailto:a@b.c', host: 'a@b.c', isNamed: false, children: ['d'] },
        ' ',
        'e',
      ],
    },
  ])
})

it('security 101: images of other origins are never loaded, they are links with their description', () => {
  expect(
    parseMarkdown('![a cat](https://tracker.example/cat.png) ![b](data:image/png,x) ![](//e.example)'),
  ).toEqual([
    {
      type: 'p',
      children: [
        {
          type: 'a',
          href: 'https://tracker.example/cat.png',
          host: 'tracker.example',
          isNamed: false,
          children: ['a cat'],
        },
        ' ',
        'b',
        ' ',
        '',
      ],
    },
  ])
})

const address = `/storage/v1/object/public/image/${'a'.repeat(32)}/I1795000000000.png`

it('an image of our own storage on its own line is shown, with its space reserved', () => {
  const picture = { type: 'img', alt: '고양이', src: address, width: 800, height: 600 }
  expect(parseMarkdown(`![고양이](${address}#800x600)`)).toEqual([picture])
  expect(parseMarkdown(`![고양이](${address})`)).toEqual([{ ...picture, width: null, height: null }])
  expect(JSON.stringify(parseMarkdown(`text ![고양이](${address})`))).not.toContain('img')
})

it('the caption and the side of an image are read with it', () => {
  expect(parseMarkdown(`![고양이](${address}#800x600 "낮잠 (오후)") {.left}`)).toEqual([
    {
      type: 'img',
      alt: '고양이',
      caption: '낮잠 (오후)',
      align: 'left',
      src: address,
      width: 800,
      height: 600,
    },
  ])
})

it('a line that is only a link to a video is a card; within a line and to other pages it is a link', () => {
  const href = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
  const video = { site: 'YouTube', address: 'youtu.be/dQw4w9WgXcQ' }
  expect(parseMarkdown(href)).toMatchObject([{ type: 'p', video, children: [{ type: 'a', href }] }])
  expect(parseMarkdown(`[아침 산책](${href})`)).toMatchObject([
    { video, children: [{ children: ['아침 산책'] }] },
  ])
  for (const other of [`글 ${href}`, `- ${href}`, `## ${href}`, 'https://www.youtube.com/@channel'])
    expect(JSON.stringify(parseMarkdown(other))).not.toContain('"video"')
})

it('U03: a video of our own storage is shown, by the formats that browsers play', () => {
  const path = `/storage/v1/object/public/video/${'b'.repeat(32)}/I1795000000000`
  expect(parseMarkdown(`![정원](${path}.mp4#640x360)`)).toEqual([
    { type: 'video', alt: '정원', src: `${path}.mp4`, width: 640, height: 360 },
  ])
  for (const other of [
    `${path}.avi`,
    `https://evil.example${path}.mp4`,
    path.replace('/public/', '/sign/') + '.mp4',
  ])
    expect(JSON.stringify(parseMarkdown(`![x](${other})`))).not.toContain('"video"')
})

it.each([
  `https://evil.example${address}`,
  `//evil.example${address}`,
  `/storage/v1/object/public/image/../secret/${'a'.repeat(32)}/I1795000000000.png`,
  address.replace('/public/', '/sign/'),
  address.replace('.png', '.html'),
  `${address}?download=x`,
  '/v1/auth/user/sign/out',
])('security 101: %s is no image of our storage', (other) => {
  expect(JSON.stringify(parseMarkdown(`![x](${other})`))).not.toContain('"img"')
})

it('headings start one below the title; lists, quotes, tables and code keep their structure', () => {
  const types = parseMarkdown(
    '# a\n\n### b\n\n- x\n- y\n\n3. z\n\n> q\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n```\n',
  ).map((node) => (typeof node === 'string' ? node : node.type))
  expect(types).toEqual(['h2', 'h3', 'ul', 'ol', 'blockquote', 'table', 'pre'])
})

it('security 101: a link knows whether its text names its host', () => {
  const linksOf = (text: string) =>
    parseMarkdown(text).flatMap((block) =>
      typeof block === 'object' && 'children' in block
        ? block.children.flatMap((node) =>
            typeof node === 'object' && node.type === 'a' ? [node.isNamed] : [],
          )
        : [],
    )
  expect(
    linksOf(
      '[a link](https://there.example/x) and https://told.example/ and [*told.example*](https://told.example)',
    ),
  ).toEqual([false, true, true])
})

it('a pipe in the code of a cell belongs to the code, as in the editor', () => {
  for (const pipe of ['|', '\\|']) {
    const [table, after] = parseMarkdown(`| x | y |\n|---|---|\n| \`a${pipe}b\` | c |\n\n\`d|e\``)
    expect(JSON.stringify(table)).toContain(
      '[{"type":"td","children":[{"type":"code","text":"a|b"}]},{"type":"td","children":["c"]}]',
    )
    expect(after).toEqual({ type: 'p', children: [{ type: 'code', text: 'd|e' }] })
  }
})

it('an empty corner of a table heads nothing', () => {
  const [table] = parseMarkdown('| | A |\n|---|---|\n| x | 1 |\n')
  expect(JSON.stringify(table)).toContain('[{"type":"td","children":[]},{"type":"th","children":["A"]}]')
})
