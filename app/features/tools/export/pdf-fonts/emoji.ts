import declared from '@fontsource/noto-emoji/unicode.json'
import { slicesOf } from './slices-of.ts'

export const slices = slicesOf(
  'noto-emoji',
  declared,
  import.meta.glob<string>('/node_modules/@fontsource/noto-emoji/files/*-{400,700}-normal.woff', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
)
