import { expect, it } from 'vitest'
import { parsePublication } from './parse-publication.ts'

it('security 101: links of a publication to the site itself show no host, and others show theirs', () => {
  const nodes = parsePublication(
    'See [prices](/ko/price), **[ours](https://munjang.example/ko)** and [theirs](https://munjang.example.evil/ko).',
    'https://munjang.example',
  )
  const links = JSON.stringify(nodes).match(/"href":"[^"]+"|"isNamed":\w+/g)
  expect(links).toEqual([
    '"href":"https://munjang.example/ko/price"',
    '"isNamed":true',
    '"href":"https://munjang.example/ko"',
    '"isNamed":true',
    '"href":"https://munjang.example.evil/ko"',
    '"isNamed":false',
  ])
})

it('O05: a link of a publication to one of our pages opens it in the same tab, and no other link does', () => {
  const paths = (content: string, wanted = {}) =>
    JSON.stringify(parsePublication(content, 'https://munjang.example', wanted)).match(
      /"ownPath":"[^"]*"/g,
    ) ?? []
  expect(paths('[tool](/ko/tool/use?tool=article) and **[home](https://munjang.example/en)**')).toEqual([
    '"ownPath":"/ko/tool/use?tool=article"',
    '"ownPath":"/en"',
  ])
  for (const address of [
    '//there.example/ko',
    '/\\\\there.example/ko',
    '/ko-feed.xml',
    '/korea',
    'https://munjang.example.there/ko',
    'https://there.example/ko',
  ])
    expect(paths(`[a](${address})`), address).toEqual([])
  expect(paths('[tool](/ko/tool/list)', { opensNewTabs: true })).toEqual([])
})
