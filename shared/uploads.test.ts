import { expect, it } from 'vitest'
import { mediaTypes } from './media-types.ts'
import { findUploadProblem, findUploadsProblem, uploadName, type UploadKind } from './uploads.ts'

const megabyte = 1024 * 1024
const say = (kind: UploadKind, name: string, size = 1) => findUploadProblem(kind, { name, size })

it('U01, U03, U05, U06: each kind accepts its formats and has its own error for every other', () => {
  const takes: Record<UploadKind, string> = {
    image: 'svg gif png jpg jpeg heic heif heix',
    video: 'avi mp4 mov wmv webm qt amv m4p m4v',
    pdf: 'pdf',
    'tool-file': 'gif png jpg jpeg heic heif webp pdf docx hwpx md txt',
  }
  const refusals = {
    image: 'only_image_format',
    video: 'only_video_format',
    pdf: 'only_pdf_format',
    'tool-file': 'only_tool_file_format',
  }
  for (const [kind, list] of Object.entries(takes) as [UploadKind, string][]) {
    const taken = list.split(' ')
    for (const extension of [...Object.keys(mediaTypes), 'exe', 'html', 'zip'])
      expect([kind, extension, say(kind, `a.${extension}`)]).toEqual([
        kind,
        extension,
        taken.includes(extension) ? null : refusals[kind],
      ])
  }
})

it('U08: webp is valid as a tool file but not as an image, svg the reverse', () => {
  expect([say('tool-file', 'a.webp'), say('image', 'a.webp')]).toEqual([null, 'only_image_format'])
  expect([say('image', 'a.svg'), say('tool-file', 'a.svg')]).toEqual([null, 'only_tool_file_format'])
})

it('U02, U04, U05, U07: the limit itself is accepted and one byte more is not', () => {
  expect([say('image', 'a.png', 10 * megabyte), say('image', 'a.png', 10 * megabyte + 1)]).toEqual([
    null,
    'image_too_large',
  ])
  expect([say('video', 'a.mp4', 100 * megabyte), say('video', 'a.mp4', 100 * megabyte + 1)]).toEqual([
    null,
    'video_too_large',
  ])
  expect([say('pdf', 'a.pdf', 100 * megabyte), say('pdf', 'a.pdf', 100 * megabyte + 1)]).toEqual([
    null,
    'pdf_too_large',
  ])
  expect([say('tool-file', 'a.jpg', 10 * megabyte), say('tool-file', 'a.jpg', 10 * megabyte + 1)]).toEqual([
    null,
    'image_too_large',
  ])
  expect([say('tool-file', 'a.pdf', 100 * megabyte), say('tool-file', 'a.pdf', 100 * megabyte + 1)]).toEqual([
    null,
    'file_too_large',
  ])
})

it('U09: only the last extension counts, in any case', () => {
  expect(say('image', 'PHOTO.JPG')).toBeNull()
  expect(say('pdf', '보고서.최종.PDF')).toBeNull()
  expect(say('image', 'photo.jpg.exe')).toBe('only_image_format')
  expect(say('image', 'jpg')).toBe('only_image_format')
  expect(say('image', 'photo.')).toBe('only_image_format')
})

it('U10: a stored name consists of I, the time and the extension', () => {
  expect(uploadName('우리 집.JPG', 1_795_000_000_000)).toBe('I1795000000000.jpg')
})

it('U13: the eleventh file is refused, and every file is checked', () => {
  const ten = Array.from({ length: 10 }, (_, index) => ({ name: `${index}.pdf`, size: 1 }))
  expect(findUploadsProblem('tool-file', ten, 10)).toBeNull()
  expect(findUploadsProblem('tool-file', [...ten, { name: 'k.pdf', size: 1 }], 10)).toBe('too_many_files')
  expect(findUploadsProblem('tool-file', [...ten.slice(1), { name: 'a.hwp', size: 1 }], 10)).toBe(
    'only_tool_file_format',
  )
})

it('U14: where an image is required no other file is accepted', () => {
  const taken = Object.keys(mediaTypes).filter((extension) => say('image', `a.${extension}`) === null)
  expect(taken).toEqual(['svg', 'gif', 'png', 'jpg', 'jpeg', 'heic', 'heix', 'heif'])
  expect(say('image', 'a.pdf')).toBe('only_image_format')
})

it('B01: a video may have the operator’s limit, and no more', () => {
  const video = { name: 'a.mp4', size: 300 * 1024 * 1024 }
  expect(findUploadProblem('video', video)).toBe('video_too_large')
  expect(findUploadProblem('video', video, 1024 * 1024 * 1024)).toBeNull()
  expect(findUploadProblem('video', video, video.size - 1)).toBe('video_too_large')
})
