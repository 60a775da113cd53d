import declared from '@fontsource/noto-sans-jp/unicode.json'
import { slicesOf } from './slices-of.ts'

export const slices = slicesOf(
  'noto-sans-jp',
  declared,
  import.meta.glob<string>('/node_modules/@fontsource/noto-sans-jp/files/*-{400,700}-normal.woff', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
)
