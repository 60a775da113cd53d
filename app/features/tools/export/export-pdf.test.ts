import { readFile } from 'node:fs/promises'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, it } from 'vitest'
import { readPdf } from '#server/adapters/reading/read-pdf.ts'
import { preparePdf } from './export-pdf.ts'
import type { ExportedText } from './export-text.ts'

const text: ExportedText = {
  title: '문장 漢字',
  content: '글',
  tags: [],
  tool: 'article',
  language: 'Korean',
  origin: 'https://munjang.example',
}
const png = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)

/** The PDF of a text, the letters it lacks, and the fonts that were read for it. */
async function makePdf(part: Partial<ExportedText>) {
  const fonts: string[] = []
  const { missing, make } = await preparePdf(
    { ...text, ...part },
    {
      font: async (address) => {
        fonts.push(address.slice(address.lastIndexOf('/') + 1))
        return new Uint8Array(await readFile(`.${address}`))
      },
      picture: () => Promise.resolve({ data: png, kind: 'png', width: 400, height: 300 }),
    },
  )
  const bytes = new Uint8Array(await (await make()).arrayBuffer())
  return { missing, fonts, bytes, ...(await readPdf(bytes.slice(), 100_000)) }
}

it('a PDF has Hanja, Japanese, Chinese, signs and emoji, and another reader finds each', async () => {
  const letters = ['가을 漢字', '日本語ひらがな', '简体中文', '→ ① ㎡ ★ ✓ ☎ ─ ※', '😀 👍 👩‍👩‍👧 🇰🇷 ❤️']
  const made = await makePdf({ content: letters.join('\n\n') })
  expect(made.missing).toEqual([])
  for (const line of ['문장 漢字', ...letters]) expect(made.text).toContain(line)
  // Colours of skin have no drawing in a font without colours: the hand stays.
  expect((await makePdf({ content: '👍🏽' })).text).toContain('👍')
})

it('a Korean text without other letters reads no font but the main one', async () => {
  const { fonts } = await makePdf({ title: '가을', content: '밤과 낮 — “길이” 100% ①' })
  expect(fonts.toSorted()).toEqual(['Pretendard-Bold.ttf', 'Pretendard-Regular.ttf'])
})

it('letters take the forms of the language of the text', async () => {
  const fontOf = async (language: 'Korean' | 'Japanese' | 'Chinese') =>
    (await makePdf({ title: '', content: '骨', language })).fonts.join(' ')
  expect(await fontOf('Korean')).toContain('noto-sans-kr')
  expect(await fontOf('Japanese')).toContain('noto-sans-jp')
  expect(await fontOf('Chinese')).toContain('noto-sans-sc')
})

it('letters that no font has are named, and question marks replace them', async () => {
  const { missing, text: found } = await makePdf({ content: '태국어 ไทย 끝' })
  expect(missing).toEqual(['ไ', 'ท', 'ย'])
  expect(found).toContain('태국어 ??? 끝')
})

it('an Arabic word in a Korean text is named as missing, letter by letter and each once', async () => {
  const { missing, text: found } = await makePdf({ content: '아랍어로 مكتبة 그리고 كتب' })
  expect(missing.toSorted()).toEqual([...new Set('مكتبةكتب')].toSorted())
  expect(found).toContain('아랍어로 ????? 그리고 ???')
})

it('a line of Korean ends between two words, also where a part is bold or Hanja', async () => {
  const content = Array.from({ length: 40 }, () => '문장은 **한국**어와 漢字를 씁니다').join(' ')
  const { text: found } = await makePdf({ title: '', content })
  const lines = found.split('\n').filter((line) => line && !line.includes('/'))
  expect(lines.length).toBeGreaterThan(10)
  const words = new Set(['문장은', '한국어와', '漢字를', '씁니다'])
  for (const line of lines) for (const word of line.split(' ')) expect(words).toContain(word)
})

it('reports and plans with three headings begin with their contents; every page has its number', async () => {
  const content = ['하나', '둘', '셋']
    .map((name) => `## ${name}장\n\n글\n\n### ${name}의 절\n\n글`)
    .join('\n\n')
  const report = await makePdf({ tool: 'document', content })
  expect(report.text).toMatch(/차례\s+하나장\s*1\s+하나의 절\s*1\s+둘장/)
  expect(report.text).toContain('1 / 1')
  expect((await makePdf({ tool: 'article', content })).text).not.toContain('차례')
  expect((await makePdf({ tool: 'document', content: '## 하나\n\n## 둘' })).text).not.toContain('차례')
})

it('lists, tables, links, code and pictures are in the PDF', async () => {
  const address = `/storage/v1/object/public/image/${'a'.repeat(32)}/I1795000000000.png`
  const content = `- 하나\n  - 둘\n\n3. 셋\n\n| 구분 | 금액 |\n| --- | --- |\n| 재료비 | 1,200원 |\n| 漢字 |\n\n\`코드 漢\` [링크](https://a.example/)\n\n![가게](${address}#800x600)`
  const { bytes, text: found } = await makePdf({ content })
  for (const part of ['하나', '둘', '3.', '셋', '구분', '재료비', '1,200원', '漢字', '코드 漢', '링크'])
    expect(found).toContain(part)
  const loading = getDocument({ data: bytes.slice(), verbosity: 0 })
  const page = await (await loading.promise).getPage(1)
  expect((await page.getAnnotations()).map(({ url }) => url as string)).toEqual(['https://a.example/'])
  expect(Buffer.from(bytes).toString('latin1')).toContain('/Subtype /Image')
  await loading.destroy()
})
