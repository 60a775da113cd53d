import { expect, it } from 'vitest'
import { readVideoLink } from './video-links.ts'

it.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&utm_source=x', 'YouTube', 'youtu.be/dQw4w9WgXcQ'],
  ['http://m.youtube.com/watch?v=dQw4w9WgXcQ', 'YouTube', 'youtu.be/dQw4w9WgXcQ'],
  ['https://youtu.be/dQw4w9WgXcQ?t=10', 'YouTube', 'youtu.be/dQw4w9WgXcQ'],
  ['https://youtube.com/shorts/dQw4w9WgXcQ', 'YouTube', 'youtu.be/dQw4w9WgXcQ'],
  ['https://www.youtube.com/live/dQw4w9WgXcQ', 'YouTube', 'youtu.be/dQw4w9WgXcQ'],
  ['https://vimeo.com/76979871', 'Vimeo', 'vimeo.com/76979871'],
  ['https://vimeo.com/76979871/abcdef0123', 'Vimeo', 'vimeo.com/76979871/abcdef0123'],
  ['https://player.vimeo.com/video/76979871', 'Vimeo', 'vimeo.com/76979871'],
])('%s is a video', (href, site, address) => {
  expect(readVideoLink(href)).toEqual({ site, address })
})

it.each([
  'https://www.youtube.com/@channel',
  'https://www.youtube.com/watch?v=short',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://evil.example/youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com@evil.example/watch?v=dQw4w9WgXcQ',
  'https://youtube.com:8443/watch?v=dQw4w9WgXcQ',
  'javascript://youtube.com/watch?v=dQw4w9WgXcQ',
  'https://vimeo.com/channels/staffpicks',
  'https://notvimeo.com/76979871',
  'youtube.com/watch?v=dQw4w9WgXcQ',
])('security 100: %s is no video', (href) => {
  expect(readVideoLink(href)).toBeNull()
})
