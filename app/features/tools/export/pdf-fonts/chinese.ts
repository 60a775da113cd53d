import declared from '@fontsource/noto-sans-sc/unicode.json'
import { slicesOf } from './slices-of.ts'

export const slices = slicesOf(
  'noto-sans-sc',
  declared,
  import.meta.glob<string>('/node_modules/@fontsource/noto-sans-sc/files/*-{400,700}-normal.woff', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
)
