import { expect, it } from 'vitest'
import type { FileContent } from '#server/adapters/reading/read-file.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { readOwnFile } from './own-material.ts'

const readAs = (name: string, content: FileContent) =>
  readOwnFile(
    { fileReader: { read: async () => content } } as unknown as Dependencies,
    { path: 'x', name },
    { memberId: 'x', signal: new AbortController().signal },
  )

it.each<[string, string, string, { title: string; text: string }]>([
  ['its own title', '제목', '# 절\n\n글', { title: '제목', text: '# 절\n\n글' }],
  ['its first heading', '', '## 절\n\n글', { title: '절', text: '글' }],
  ['the name of the file', '', '글', { title: 'a.b', text: '글' }],
])('the title of a text from a document is %s', async (_, title, text, expected) => {
  expect(await readAs('a.b.docx', { kind: 'document', title, text })).toEqual(expected)
})

it('the title of a text from a PDF is the name of the file', async () => {
  const read = await readAs('a.pdf', { kind: 'pdf', bytes: 1, text: '# 글', pages: 1 } as FileContent)
  expect(read).toEqual({ title: 'a', text: '\\# 글' })
})
