import declared from '@fontsource/noto-sans-kr/unicode.json'
import { slicesOf } from './slices-of.ts'

export const slices = slicesOf(
  'noto-sans-kr',
  declared,
  import.meta.glob<string>('/node_modules/@fontsource/noto-sans-kr/files/*-{400,700}-normal.woff', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
)
