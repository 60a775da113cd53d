import { expect, it } from 'vitest'
import { findOwnTimes } from './own-times.ts'

it.each([
  ['회의를 미뤄요', '화요일 오후 3시에 뵙겠습니다.', ['화요일', '오후 3시']],
  ['회의를 12월 4일로', '12월 4일 금요일에 뵙겠습니다.', ['금요일']],
  ['내일 회의', '12월 4일에 뵙겠습니다.', ['12월 4일']],
  ['회의는 12월4일 화요일', '12월 4일 화요일에 뵙겠습니다.', []],
  ['15시 회의', '오후 3시에 뵙겠습니다.', []],
  ['회의', '[12월 ○일 오후 3시]에 뵙겠습니다.', []],
  ['회의', '3시간이면 충분합니다. 세 번 만났습니다.', []],
  ['a meeting', 'See you on Tuesday at 3 p.m., or on March 4.', ['March 4', 'Tuesday', '3 p.m']],
  ['no heat since Sunday', 'Without heat since Sunday. Tomorrow, Saturday, works.', ['Saturday']],
  ['a meeting at 15:00', 'See you at 3 pm.', []],
  ['October 9 to 23', 'I am away from October 9 and back after October 23, not October 24.', ['October 24']],
  ['10월 9일~23일 휴가', '10월 9일에 떠나 10월 23일에 돌아옵니다.', []],
  ['December 3, 10, 17 or 24', 'December 17 and December 24 are free, December 31 is not.', ['December 31']],
  ['12월 3일, 10일과 17일', '12월 10일과 12월 17일에 갑니다. 12월 18일은 아닙니다.', ['12월 18일']],
  ['a queue', 'It was a Friday evening, 19:30.', ['Friday', '19:30']],
])('of the order %j, the text %j states %j by itself', (order, text, times) => {
  expect(findOwnTimes(text, order)).toEqual(times)
})
