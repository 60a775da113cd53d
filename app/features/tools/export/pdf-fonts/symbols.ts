import declared from '@fontsource/noto-sans-symbols-2/unicode.json'
import { slicesOf } from './slices-of.ts'

export const slices = slicesOf(
  'noto-sans-symbols-2',
  declared,
  import.meta.glob<string>('/node_modules/@fontsource/noto-sans-symbols-2/files/*-400-normal.woff', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
)
