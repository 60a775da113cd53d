import { expect, it } from 'vitest'
import { findToolFileProblem } from './tools.ts'

const megabyte = 1024 * 1024

it('U06, U08, U09: a tool file is recognized by its extension, in either case; svg is not one, webp is', () => {
  for (const name of ['a.gif', 'a.PNG', 'PHOTO.JPG', 'a.jpeg', 'a.heic', 'a.HEIF', 'a.webp', 'a.b.pdf']) {
    expect(findToolFileProblem({ name, size: 1 }), name).toBe(null)
  }
  for (const name of ['a.svg', 'a.hwp', 'pdf', 'a.pdf.exe', 'a.', '.']) {
    expect(findToolFileProblem({ name, size: 1 }), name).toBe('only_tool_file_format')
  }
})

it('U07: images may have 10 MB, other files 100 MB, both inclusive', () => {
  expect(findToolFileProblem({ name: 'a.png', size: 10 * megabyte })).toBe(null)
  expect(findToolFileProblem({ name: 'a.png', size: 10 * megabyte + 1 })).toBe('image_too_large')
  expect(findToolFileProblem({ name: 'a.pdf', size: 100 * megabyte })).toBe(null)
  expect(findToolFileProblem({ name: 'a.pdf', size: 100 * megabyte + 1 })).toBe('file_too_large')
})
