import { expect, it } from 'vitest'
import { reactTo } from './watch-session.ts'

it('A12: signing out in another tab makes this page a visitor’s', () => {
  expect(reactTo('SIGNED_OUT', null, 'u1')).toBe('reload')
  expect(reactTo('SIGNED_OUT', null, null)).toBe('keep')
})

it('A12: a refreshed token and the first event change nothing that is visible', () => {
  expect(reactTo('TOKEN_REFRESHED', 'u1', 'u1')).toBe('keep')
  expect(reactTo('INITIAL_SESSION', 'u1', 'u1')).toBe('keep')
})

it('A12: an updated user and a different user are shown', () => {
  expect(reactTo('USER_UPDATED', 'u1', 'u1')).toBe('reload')
  expect(reactTo('SIGNED_IN', 'u2', 'u1')).toBe('reload')
  expect(reactTo('SIGNED_IN', 'u1', 'u1')).toBe('keep')
  expect(reactTo('PASSWORD_RECOVERY', 'u2', null)).toBe('reload')
})
