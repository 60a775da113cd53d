import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { readBody, renderBare } from './bare-page.ts'

const page = `<html><head><title>t</title></head><body class="a"><style>p{color:red}</style><p class="b">A &amp; <!-- -->B</p>
<a class="c" href="/ko?a=1&amp;b=2"><svg viewBox="0 0 1 1"><path d="M0"></path></svg>go<br/>on</a><script>if (1 < 2) {}</script></body></html>`

it('a bare page retains text, elements and links, without styles and scripts', () => {
  expect(readBody(page)).toEqual([
    { tag: 'p', children: ['A & ', 'B'] },
    '\n',
    { tag: 'a', href: '/ko?a=1&b=2', children: ['go', { tag: 'br', children: [] }, 'on'] },
  ])
})

it('a bare page that was rendered again is the same bare page', () => {
  const body = readBody(page)
  expect(readBody(renderToString(createElement('body', null, ...renderBare(body))))).toEqual(body)
})

it('input that is no page is refused', () => {
  expect(() => readBody('Internal Server Error')).toThrow('no <body>')
})
