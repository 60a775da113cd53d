import { expect, it } from 'vitest'
import { readImport, type ExportedPrompt } from '#shared/prompt-import.ts'
import { readPromptFile, writeCsv, writeJson } from './prompt-file.ts'

const prompt: ExportedPrompt = {
  title: '쉼표, "따옴표"',
  description: '여러\n줄',
  prompt: '=1+1 ##말투:다정하게|담백하게##\r\n- 하나\n\n👩‍👩‍👧',
  language: 'ko',
  model: 'claude',
  category: 'desserts',
  sample_result: "-'예시",
  state: 'draft',
  created_at: '2026-11-21T00:00:00.000Z',
}
const file = (content: BlobPart) => new File([content], 'prompts')

it('an exported CSV or JSON file is imported without changes', async () => {
  expect(await readPromptFile(file(writeCsv([prompt, prompt])))).toEqual([prompt, prompt])
  expect(await readPromptFile(file(writeJson([prompt])))).toEqual([prompt])
})

it('a spreadsheet runs no formula of the file, and recognises UTF-8', async () => {
  const csv = writeCsv([prompt])
  expect(csv.startsWith('\ufefftitle,description,prompt,')).toBe(true)
  expect(csv).toContain(`"'=1+1 `)
  expect(csv).toContain(`'-'예시`)
})

it('a CSV file of an old Korean spreadsheet is read', async () => {
  // 제목,본문 and 글,가 in EUC-KR.
  const bytes = new Uint8Array([
    0xc1, 0xa6, 0xb8, 0xf1, 0x2c, 0xba, 0xbb, 0xb9, 0xae, 0x0a, 0xb1, 0xdb, 0x2c, 0xb0, 0xa1,
  ])
  expect(await readPromptFile(file(bytes))).toEqual([{ 제목: '글', 본문: '가' }])
})

it('a file that is no table and no list of prompts is refused', async () => {
  for (const text of ['', '\ufeff', 'a text without a table', '{"a":1}', '[', '\0\0\0'])
    expect(await readPromptFile(file(text)), text).toBeNull()
})

it('a line with too few or too many cells retains its known cells', async () => {
  const records = await readPromptFile(file('title,prompt\n하나\n둘,글,남는 것\n\n'))
  const lines = readImport(records ?? [], { modelId: 1, subId: 1, isConverting: false })
  expect(lines.map((line) => line.problems.map(({ field }) => field))).toEqual([
    ['description', 'prompt'],
    [],
  ])
})
