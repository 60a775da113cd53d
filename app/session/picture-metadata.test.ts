import { expect, it } from 'vitest'
import { withoutPictureMetadata } from './picture-metadata.ts'

const text = (value: string) => Array.from(value, (character) => character.charCodeAt(0))
const number = (value: number, size: number) =>
  Array.from({ length: size }, (_, index) => Math.floor(value / 256 ** (size - 1 - index)) % 256)
const told = (bytes: Uint8Array) => String.fromCharCode(...bytes)
const run = (bytes: number[]) => withoutPictureMetadata(Uint8Array.from(bytes))

const segment = (marker: number, data: number[]) => [0xff, marker, ...number(data.length + 2, 2), ...data]
/** Exif with an orientation and the location of the image. */
const exif = (orientation: number) => [
  ...text('Exif\0\0MM\0*'),
  ...number(8, 4),
  ...number(1, 2),
  ...number(0x0112, 2),
  ...number(3, 2),
  ...number(1, 4),
  ...number(orientation, 2),
  0,
  0,
  ...number(0, 4),
  ...text('GPS 37.5N 127.0E'),
]
const jpeg = (...segments: number[][]) => [
  0xff,
  0xd8,
  ...segments.flat(),
  ...segment(0xdb, [0, 1, 2]),
  ...segment(0xda, [1, 2]),
  0x11,
  0xff,
  0x00,
  0x22,
  0xff,
  0xd0,
  0x33,
  0xff,
  0xd9,
  ...text('second picture, GPS'),
]

it('security 91: a JPEG loses location, device, comments and trailing bytes, and its image and colours stay the same', () => {
  const clean = run(
    jpeg(
      segment(0xe0, text('JFIF\0')),
      segment(0xe1, exif(1)),
      segment(0xe1, text('http://ns.adobe.com/xap/1.0/ GPS')),
      segment(0xe2, text('ICC_PROFILE\0colours')),
      segment(0xe2, text('MPF\0GPS')),
      segment(0xed, text('Photoshop GPS')),
      segment(0xee, text('Adobe')),
      segment(0xfe, text('GPS comment')),
    ),
  )
  expect(told(clean)).not.toMatch(/GPS|Exif|adobe\.com/)
  expect([...clean]).toEqual([
    0xff,
    0xd8,
    ...segment(0xe0, text('JFIF\0')),
    ...segment(0xe2, text('ICC_PROFILE\0colours')),
    ...segment(0xee, text('Adobe')),
    ...segment(0xdb, [0, 1, 2]),
    ...segment(0xda, [1, 2]),
    0x11,
    0xff,
    0x00,
    0x22,
    0xff,
    0xd0,
    0x33,
    0xff,
    0xd9,
  ])
})

it('security 91: a rotated JPEG stays rotated, and has no other metadata', () => {
  const once = run(jpeg(segment(0xe1, exif(6))))
  expect(told(once)).not.toContain('GPS')
  expect(told(once)).toContain('Exif')
  const twice = withoutPictureMetadata(once)
  expect([...twice]).toEqual([...once])
})

it('security 91: a PNG loses Exif, texts and time, and the bytes after its end', () => {
  const chunk = (type: string, data: number[]) => [
    ...number(data.length, 4),
    ...text(type),
    ...data,
    9,
    9,
    9,
    9,
  ]
  const head = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...chunk('IHDR', [1, 2, 3])]
  const body = [...chunk('IDAT', [4, 5]), ...chunk('IEND', [])]
  const talk = ['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME'].flatMap((type) => chunk(type, text('GPS')))
  expect([...run([...head, ...talk, ...body, ...text('GPS')])]).toEqual([...head, ...body])
})

it('security 91: the structure of a HEIC stays the same, and its Exif and XMP hold zeros', () => {
  const box = (type: string, data: number[]) => [...number(data.length + 8, 4), ...text(type), ...data]
  const item = (id: number, type: string) =>
    box('infe', [2, 0, 0, 0, ...number(id, 2), 0, 0, ...text(type), 0])
  const build = (start: number) => {
    const iinf = box('iinf', [
      0,
      0,
      0,
      0,
      ...number(3, 2),
      ...item(1, 'hvc1'),
      ...item(2, 'Exif'),
      ...item(3, 'mime'),
    ])
    const place = (id: number, offset: number, length: number) => [
      ...number(id, 2),
      0,
      0,
      ...number(1, 2),
      ...number(offset, 4),
      ...number(length, 4),
    ]
    const iloc = box('iloc', [
      0,
      0,
      0,
      0,
      0x44,
      0x00,
      ...number(3, 2),
      ...place(1, start, 5),
      ...place(2, start + 5, 3),
      ...place(3, start + 8, 3),
    ])
    return [...box('ftyp', text('heic\0\0\0\0')), ...box('meta', [0, 0, 0, 0, ...iinf, ...iloc])]
  }
  const start = build(0).length + 8
  const picture = [...build(start), ...box('mdat', text('imageGPSXMP'))]
  const clean = run(picture)
  expect(clean.length).toBe(picture.length)
  expect([...clean]).toEqual([...picture.slice(0, -6), 0, 0, 0, 0, 0, 0])
})

it('security 91: a broken image is refused, because its content cannot be checked', () => {
  const whole = jpeg(segment(0xe1, exif(1)))
  for (const broken of [
    whole.slice(0, 20),
    whole.slice(0, whole.indexOf(0xdb) + 3),
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 9],
  ])
    expect(() => run(broken)).toThrow('only_image_format')
})

it('other formats stay unchanged', () => {
  expect(told(run(text('<svg/>')))).toBe('<svg/>')
  expect(told(run(text('GIF89a')))).toBe('GIF89a')
})
