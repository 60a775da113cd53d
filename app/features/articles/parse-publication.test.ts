import { expect, it } from 'vitest'
import { parsePublication } from './parse-publication.ts'

it('security 101: links of a publication lead to the site itself without saying so, and others say where they lead', () => {
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
