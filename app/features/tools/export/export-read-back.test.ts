// Markdown, HTML and plain text files, read back by parsers that are not ours: every script, sign and cell is there.
import { DOMParser } from 'linkedom'
import { marked } from 'marked'
import { expect, it } from 'vitest'
import { makeFile, type ExportedText } from './export-text.ts'

const scripts = [
  '가을 한글과 漢字',
  '日本語のひらがなとカタカナ',
  'مكتبة الحي',
  '😀 👩‍👩‍👧 🇰🇷 ❤️',
  '2 < 3 & “말” ①',
]
const cells = [
  ['구분', '漢字', '日本'],
  ['مكتبة', '1,200원', '+10% 😀'],
  ['A & B', 'x < y', '끝'],
]
const text: ExportedText = {
  tool: 'article',
  title: '가을 漢字 日本 مكتبة 😀 & <끝>',
  content: [
    ...scripts.map((line) => line.replace('<', '&lt;')),
    '## 소제목 圖書館',
    cells
      .map((row) => `| ${row.join(' | ').replace('<', '&lt;')} |`)
      .join('\n')
      .replace('\n', '\n| --- | --- | --- |\n'),
    '- 하나 😀\n- مرحبا',
    '[밑줄 日本]{.underline}과 [형광 漢字]{.mark}',
  ].join('\n\n'),
  tags: ['漢字', '책😀'],
  language: 'Korean',
  origin: 'https://munjang.example',
}
const read = async (kind: 'md' | 'txt' | 'html') => {
  const bytes = new Uint8Array(await (await makeFile(kind, text)).arrayBuffer())
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}

function readPage(html: string) {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const wordsOf = (selector: string) =>
    [...page.querySelectorAll(selector)].map(({ textContent }) => textContent?.trim())
  return {
    headings: wordsOf('h1, h2'),
    paragraphs: wordsOf('p'),
    rows: [...page.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent)),
    items: wordsOf('li'),
    marks: wordsOf('u, mark'),
  }
}
const whole = {
  headings: [text.title, '소제목 圖書館'],
  paragraphs: [...scripts, '밑줄 日本과 형광 漢字', '#漢字 #책😀'],
  rows: cells,
  items: ['하나 😀', 'مرحبا'],
  marks: ['밑줄 日本', '형광 漢字'],
}

it('an HTML file says that it is UTF-8, and has all words, cells and marks', async () => {
  const page = await read('html')
  expect(page.slice(0, page.indexOf('<title>'))).toContain('<meta charset="utf-8">')
  expect(readPage(page)).toEqual(whole)
})

it('a Markdown file has them for another reader of Markdown', async () => {
  const html = await marked.parse(await read('md'))
  expect(readPage(`<!doctype html><html><body>${html}</body></html>`)).toEqual(whole)
})

it('a plain text has the words without any sign of Markdown or HTML', async () => {
  expect((await read('txt')).split(/\n+/)).toEqual([
    text.title,
    ...scripts,
    '소제목 圖書館',
    ...cells.map((row) => row.join(' | ')),
    '• 하나 😀',
    '• مرحبا',
    '밑줄 日本과 형광 漢字',
    '#漢字 #책😀',
    '',
  ])
})
