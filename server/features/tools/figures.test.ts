import { expect, it } from 'vitest'
import { numbersIn, unknownFigures } from './figures.ts'

const unknown = (passage: string, source: string) => unknownFigures(passage, [numbersIn(source)])

it.each([
  ['Entry costs 99,000 won.', 'It opens at 9.', ['99,000']],
  ['입장료는 3만 원.', '9시에 연다.', ['3만']],
  ['입장료는 9만 9천 원.', '9시에 연다.', ['9만 9천']],
  ['1억 2천만 원이 든다.', '1억 2,500만 원이 들었다.', []],
  ['It has 45 rooms and 120 beds.', 'It has 45 rooms.', ['120']],
  ['Since 2020.', 'Since 2023.', ['2020']],
  ['It rose by 3.5%.', 'It rose by 5.3%.', ['3.5']],
  ['A card costs 3,000 won.', 'A card costs 2,000 won.', ['3,000']],
])('%s is not said by: %s', (passage, source, figures) => {
  expect(unknown(passage, source)).toEqual(figures)
})

it.each([
  ['99,000 won', '99000원'],
  ['99.000 Euro', '99,000 euros'],
  ['99 000 €', '99 000 euros'],
  ['9만 9천 원', '99,000 won'],
  ['9만9000원', '99,000 won'],
  ['12만 5천 원', '125,000원'],
  ['1억 2,000만 원', '120,000,000원'],
  ['2천만 명', '20 million people'],
  ['1.2 million people', '1,200,000 people'],
  ['1,2 Millionen Menschen', '1.200.000 Menschen'],
  ['99,000 won', '９９，０００ won'],
  ['about 90,000 people', '88,512 people'],
  ['more than 45%', '45.3%'],
  ['18:00', '6 p.m.'],
  ['오후 6시 30분', '18:30'],
  ['10월', 'October'],
  ['12.3.2026', '3 December 2026'],
  ['2026.11', 'November 2026'],
  ['twelve rooms', 'a house'],
  ['12 rooms', 'twelve rooms'],
  ['25 rooms', 'twenty-five rooms'],
  ['스물다섯 개, 25개', '스물다섯 개'],
  ['50% of children', 'half of all children'],
])('%s is said by: %s', (passage, source) => {
  expect(unknown(passage, source)).toEqual([])
})
