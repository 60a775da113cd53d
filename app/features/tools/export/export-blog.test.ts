import { expect, it } from 'vitest'
import { blogs } from './blogs.ts'
import { blogCopy } from './export-blog.ts'
import type { ExportedText } from './export-text.ts'

const address = `/storage/v1/object/public/image/${'a'.repeat(32)}/I1795000000000.png`
const text: ExportedText = {
  tool: 'article',
  title: '토요일 <도서관>',
  content: [
    '## 준비 & 출발',
    '**굵게** ~~지움~~ `code` [링크](https://a.example/?a=1&b="2") [나쁜 것](javascript:alert(1))',
    '> 인용한 말',
    '- 하나\n  - 둘',
    '3. 셋\n4. 넷',
    '| 날 | 시간 |\n| --- | --- |\n| 토 | 9시 |',
    `![열람실](${address}#800x600)`,
    '<script>alert(1)</script>',
  ].join('\n\n'),
  tags: ['동네 도서관', '주말'],
  language: 'Korean',
  origin: 'https://munjang.example',
}
const image = `<img src="https://munjang.example${address}" alt="열람실" width="800" height="600">`

it('WordPress and Tistory get headings, quotes, lists, tables and pictures as tags, in their order', () => {
  expect(blogCopy('wordpress', text).html).toBe(
    '<h2>토요일 &lt;도서관&gt;</h2><h2>준비 &amp; 출발</h2>' +
      '<p><strong>굵게</strong> <s>지움</s> <code>code</code> ' +
      '<a href="https://a.example/?a=1&amp;b=&quot;2&quot;">링크</a> 나쁜 것</p>' +
      '<blockquote><p>인용한 말</p></blockquote>' +
      '<ul><li>하나<ul><li>둘</li></ul></li></ul><ol start="3"><li>셋</li><li>넷</li></ol>' +
      '<figure class="wp-block-table"><table><tbody><tr><th>날</th><th>시간</th></tr>' +
      '<tr><td>토</td><td>9시</td></tr></tbody></table></figure>' +
      `<figure class="wp-block-image">${image}</figure>` +
      '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p><p>#동네도서관 #주말</p>',
  )
  const { html } = blogCopy('tistory', text)
  expect(html).toContain('<h2>준비 &amp; 출발</h2>')
  expect(html).toMatch(/<table style="[^"]*"><tbody><tr><th style="[^"]*border[^"]*">날<\/th>/)
  expect(html).toContain(image)
})

it('Naver gets headings as large bold text, Brunch lists and tables as lines', () => {
  expect(blogCopy('naver', text).html).toContain(
    '<p><span style="font-size:24px"><strong>준비 &amp; 출발</strong></span></p>',
  )
  const { html } = blogCopy('brunch', text)
  expect(html).toContain('<h2>준비 &amp; 출발</h2>')
  expect(html).toContain('<p>• 하나</p><p>  • 둘</p><p>3. 셋</p><p>4. 넷</p><p>날 | 시간</p><p>토 | 9시</p>')
  expect(html).not.toMatch(/<(?:ul|ol|table)/)
})

it('the plain flavour of every blog has no sign of Markdown', () => {
  for (const blog of blogs)
    expect(blogCopy(blog, text).plain).toBe(
      [
        '토요일 <도서관>',
        '준비 & 출발',
        '굵게 지움 code 링크 나쁜 것',
        '인용한 말',
        '• 하나\n  • 둘',
        '3. 셋\n4. 넷',
        '날 | 시간\n토 | 9시',
        '(열람실)',
        '<script>alert(1)</script>',
        '#동네도서관 #주말',
      ].join('\n\n'),
    )
})

it('security 100: no scheme but http, https and mailto, and no markup of the text, leaves in a copy', () => {
  for (const content of ['[x](javascript:alert(1))', '<img src=x onerror=alert(1)>', '<svg/onload=alert(1)>'])
    for (const blog of blogs) {
      const { html } = blogCopy(blog, { ...text, title: content, content })
      expect(html).not.toMatch(/<[^>]*(?:javascript:|onerror|onload|src=)/)
    }
})
