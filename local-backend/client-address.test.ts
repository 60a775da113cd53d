import { expect, it } from 'vitest'
import { lastForwarded, networkOf } from '#backend/client-address.ts'

it('backend S4: an IPv6 network counts once, whichever of its addresses calls', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::')
  expect(networkOf('2001:db8:1:2:ffff::1')).toBe(networkOf('2001:db8:1:2::9'))
  expect(networkOf('2001:db8:1:3::1')).not.toBe(networkOf('2001:db8:1:2::1'))
})

it('backend S4: IPv4 addresses count one by one, also when Node writes them as IPv6', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('unknown')).toBe('unknown')
})

it('backend S4: only the last entry of a chain counts, which our direct caller wrote', () => {
  expect(lastForwarded('6.6.6.6, 203.0.113.7 ')).toBe('203.0.113.7')
  expect(lastForwarded(undefined)).toBeNull()
})
