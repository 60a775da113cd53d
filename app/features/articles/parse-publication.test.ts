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
