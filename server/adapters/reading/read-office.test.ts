// Word and Hangul documents, made by libraries that are not ours or by hand, and hostile ones.
import {
  Document,
  ExternalHyperlink,
  HeadingLevel,
  LevelFormat,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from 'docx'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startFakeStorage, type FakeStorage } from '#server/testing/fake-storage.ts'
import { createDocumentReader } from './document-reader.ts'
import { readFile } from './read-file.ts'

const reader = createDocumentReader()
const { signal } = new AbortController()
let storage: FakeStorage
beforeAll(async () => {
  storage = await startFakeStorage()
})
afterAll(async () => {
  await reader.stop()
  await storage.close()
})

async function read(name: string, data: Uint8Array, charactersMax = 10_000) {
  const content = await readFile(new Uint8Array(data), { name, charactersMax })
  if (content.kind !== 'document') throw new Error('no document')
  return { title: content.title, text: content.text }
}

const body = (content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${content}</w:body></w:document>`
const docx = (document: string, others: Record<string, string> = {}) =>
  zipSync({
    'word/document.xml': strToU8(document),
    ...Object.fromEntries(Object.entries(others).map(([name, part]) => [name, strToU8(part)])),
  })
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`

const hp =
  'xmlns:hp="http://www.hancom.co.kr/hwpml/2011/paragraph" xmlns:hs="http://www.hancom.co.kr/hwpml/2011/section"'
const hwpx = (section: string, header = '<hh:head xmlns:hh="http://www.hancom.co.kr/hwpml/2011/head"/>') =>
  zipSync({
    mimetype: [strToU8('application/hwp+zip'), { level: 0 }],
    'Contents/header.xml': strToU8(header),
    'Contents/section0.xml': strToU8(`<hs:sec ${hp}>${section}</hs:sec>`),
  })

it('headings, lists, tables, links and emphasis of a Word document are read', async () => {
  const cell = (text: string) => new TableCell({ children: [new Paragraph(text)] })
  const document = new Document({
    numbering: {
      config: [{ reference: 'steps', levels: [{ level: 0, format: LevelFormat.DECIMAL, text: '%1.' }] }],
    },
    sections: [
      {
        children: [
          new Paragraph({ text: '봄 & 여름 <계획>', heading: HeadingLevel.TITLE }),
          new Paragraph({ text: '준비', heading: HeadingLevel.HEADING_1 }),
          new Paragraph({
            children: [
              new TextRun('값은 3~4월 '),
              new TextRun({ text: '"굵', bold: true }),
              new TextRun({ text: '게"', bold: true }),
              new TextRun('는 '),
              new TextRun({ text: '기울여', italics: true }),
              new TextRun({ text: ' 지움', strike: true }),
              new TextRun(' * _ '),
              new ExternalHyperlink({ link: 'https://a.example/?a=1&b=2', children: [new TextRun('링크')] }),
            ],
          }),
          new Paragraph({ text: '하나', bullet: { level: 0 } }),
          new Paragraph({ text: '둘', bullet: { level: 1 } }),
          new Paragraph({ text: '셋', numbering: { reference: 'steps', level: 0 } }),
          new Paragraph({ text: '넷', numbering: { reference: 'steps', level: 0 } }),
          new Paragraph({ text: '금액', heading: HeadingLevel.HEADING_3 }),
          new Table({
            rows: [
              new TableRow({ children: [cell('구분'), cell('값|원')] }),
              new TableRow({ children: [cell('재료비'), cell('1,200')] }),
            ],
          }),
          new Paragraph('# 끝'),
        ],
      },
    ],
  })
  expect(await read('계획.DOCX', await Packer.toBuffer(document))).toEqual({
    title: '봄 & 여름 <계획>',
    text: [
      '## 준비',
      String.raw`값은 3\~4월 "**굵게**"는 *기울여* ~~지움~~ \* \_ [링크](https://a.example/?a=1&b=2)`,
      '- 하나\n  - 둘',
      '1. 셋\n2. 넷',
      '#### 금액',
      '| 구분 | 값\\|원 |\n| --- | --- |\n| 재료비 | 1,200 |',
      String.raw`\# 끝`,
    ].join('\n\n'),
  })
})

it('what Word hides or deletes is not read; links by field codes are, without dangerous addresses', async () => {
  const field = (address: string, shown: string) =>
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>HYPERLINK "${address}"</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>${shown}</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
  const run = (text: string, look = '') => `<w:r><w:rPr>${look}</w:rPr><w:t>${text}</w:t></w:r>`
  const document = body(
    `<w:p>${run('보임')}${run('숨김', '<w:vanish/>')}<w:del><w:r><w:delText>지움</w:delText></w:r></w:del><w:ins>${run(' 더함')}</w:ins>${run(' 얇게', '<w:b w:val="0"/>')}</w:p>` +
      `<w:p>${field('https://b.example/(x)', '여기')} ${field('javascript:alert(1)', '저기')}</w:p>` +
      `<w:sdt><w:sdtContent>${paragraph('첫 줄</w:t><w:br/><w:t>둘째 줄')}</w:sdtContent></w:sdt>`,
  )
  expect((await read('a.docx', docx(document))).text).toBe(
    '보임 더함 얇게\n\n[여기](https://b.example/%28x%29)저기\n\n첫 줄\\\n둘째 줄',
  )
})

it('a Hangul document is read by its styles, margins and marks', async () => {
  const header =
    '<hh:head xmlns:hh="x" xmlns:hc="y"><hh:charPr id="0"/><hh:charPr id="1"><hh:bold/><hh:strikeout shape="3D"/></hh:charPr>' +
    '<hh:paraPr id="0"><hh:heading type="NONE" level="0"/></hh:paraPr><hh:paraPr id="1"><hh:heading type="OUTLINE" level="1"/></hh:paraPr>' +
    '<hh:paraPr id="2"><hh:heading type="BULLET" level="0"/><hh:margin><hc:left value="1000"/></hh:margin></hh:paraPr>' +
    '<hh:paraPr id="3"><hh:heading type="NUMBER" level="0"/><hh:margin><hc:left value="2000"/></hh:margin></hh:paraPr>' +
    '<hh:style id="5" type="PARA" name="개요 1"/></hh:head>'
  const p = (content: string, ids = 'paraPrIDRef="0" styleIDRef="0"') => `<hp:p ${ids}>${content}</hp:p>`
  const run = (content: string, look = 0) => `<hp:run charPrIDRef="${look}"><hp:t>${content}</hp:t></hp:run>`
  const cell = (column: number, text: string) =>
    `<hp:tc><hp:subList>${p(run(text))}</hp:subList><hp:cellAddr colAddr="${column}" rowAddr="0"/></hp:tc>`
  const link = `<hp:run><hp:ctrl><hp:fieldBegin type="HYPERLINK"><hp:parameters><hp:stringParam name="Command">https\\://c.example/\\;x;1;0;0;</hp:stringParam></hp:parameters></hp:fieldBegin></hp:ctrl></hp:run>${run('링크')}<hp:run><hp:ctrl><hp:fieldEnd/></hp:ctrl></hp:run>`
  const note = `<hp:run><hp:ctrl><hp:footNote><hp:subList>${p(run('각주'))}</hp:subList></hp:footNote></hp:ctrl></hp:run>`
  const section =
    p(run('사업 <hp:lineBreak/>계획서', 1)) +
    p(run('첫째'), 'paraPrIDRef="0" styleIDRef="5"') +
    p(run('둘째'), 'paraPrIDRef="1" styleIDRef="0"') +
    p(run('본문 ') + run('굵게', 1) + run('는 ') + link + note) +
    p(run('하나'), 'paraPrIDRef="2"') +
    p(run('안쪽'), 'paraPrIDRef="3"') +
    p(run('○ ') + run('셋')) +
    p(
      `<hp:run><hp:tbl><hp:tr>${cell(0, '가')}${cell(1, '나')}</hp:tr><hp:tr>${cell(1, '다')}</hp:tr></hp:tbl></hp:run>`,
    )
  expect(await read('a.hwpx', hwpx(section, header))).toEqual({
    title: '사업 계획서',
    text: [
      '## 첫째',
      '### 둘째',
      '본문 **굵게**는 [링크](https://c.example/;x)',
      '- 하나\n  1. 안쪽\n- 셋',
      '| 가 | 나 |\n| --- | --- |\n|  | 다 |',
    ].join('\n\n'),
  })
})

it('text files are read in the encodings of Korean Windows; only Markdown keeps its signs', async () => {
  const eucKr = new Uint8Array([0xc7, 0xd1, 0xb1, 0xdb, 0x0d, 0x0a, 0x2a])
  const utf16 = new Uint8Array([0xff, 0xfe, 0x00, 0xac])
  expect((await read('a.txt', eucKr)).text).toBe('한글\n\n\\*')
  expect((await read('a.txt', utf16)).text).toBe('가')
  expect((await read('a.md', strToU8('## 제목\n\n- **가**'))).text).toBe('## 제목\n\n- **가**')
  expect((await read('a.txt', strToU8('가나다라'), 2)).text).toBe('가나')
})

const bomb = (name: string) => zipSync({ [name]: new Uint8Array(60 * 1024 * 1024) }, { level: 9 })
const whole = docx(body(paragraph('x'.repeat(5_000))))
it.each<[string, string, Uint8Array, string]>([
  ['an archive that unpacks to too much', 'a.docx', bomb('word/document.xml'), 'file_too_large'],
  ['the same as HWPX', 'a.hwpx', bomb('Contents/section0.xml'), 'file_too_large'],
  ['half an archive', 'a.docx', whole.slice(0, whole.length / 2), 'file_unreadable'],
  ['an archive without a document', 'a.docx', zipSync({ 'a.txt': strToU8('x') }), 'file_unreadable'],
  ['a Hangul document called DOCX', 'a.docx', hwpx('<hp:p/>'), 'file_unreadable'],
  ['cut XML', 'a.docx', docx(body(paragraph('x')).slice(0, -12)), 'file_unreadable'],
  ['XML that is none', 'a.docx', docx('not xml'), 'file_unreadable'],
  [
    'entities that grow',
    'a.docx',
    docx(`<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${body(paragraph('&b;'))}`),
    'file_unreadable',
  ],
  [
    'endless nesting',
    'a.docx',
    docx(body('<w:p>'.repeat(5_000) + '</w:p>'.repeat(5_000))),
    'file_unreadable',
  ],
  ['a document without text', 'a.docx', docx(body('<w:p/>')), 'file_empty'],
  ['a program called TXT', 'a.txt', new Uint8Array([0x4d, 0x5a, 0x00, 0x01]), 'only_tool_file_format'],
  ['an archive called TXT', 'a.txt', whole, 'only_tool_file_format'],
  ['text called DOCX', 'a.docx', strToU8('hello'), 'only_tool_file_format'],
  [
    'an old document with a password',
    'a.docx',
    new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]),
    'only_tool_file_format',
  ],
])('security 86: %s is refused with its own error', async (_, name, data, code) => {
  await expect(read(name, data)).rejects.toMatchObject({ code })
})

it('security 85: documents are read in the worker, which has no files and no network', async () => {
  const file = storage.file(docx(body(paragraph('The library opens at nine.'))), { name: 'a.docx' })
  expect(await reader.read(file, signal)).toMatchObject({
    kind: 'document',
    text: 'The library opens at nine.',
  })
  const bad = storage.file(bomb('word/document.xml'), { name: 'a.docx' })
  await expect(reader.read(bad, signal)).rejects.toMatchObject({ code: 'file_too_large' })
})

it('a text box of a Word document is read once, however it is stored and nested', async () => {
  const box = (content: string) =>
    `<w:p xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><w:r><w:t>Before</w:t><mc:AlternateContent><mc:Choice><w:txbxContent>${content}</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>${content}</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r></w:p>`
  const { text } = await read('box.docx', docx(body(box(paragraph('Inside')))))
  expect(text.match(/Inside/g)).toHaveLength(1)
  const nested = Array.from({ length: 12 }).reduce<string>((inner) => box(inner), paragraph('Deepest'))
  const { text: deep } = await read('nested.docx', docx(body(nested)))
  expect(deep.match(/Deepest/g)).toHaveLength(1)
})
