import { expect, it } from 'vitest'
import { findTotpStep, newTotp, totpCode } from './totp.ts'

/** RFC 6238 appendix B: the ASCII secret "12345678901234567890", last six of its eight digits. */
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

it('A25: codes are those of RFC 6238', () => {
  const codes = [59, 1111111109, 1111111111, 1234567890, 2000000000, 20000000000].map((seconds) =>
    totpCode(rfcSecret, Math.floor(seconds / 30)),
  )
  expect(codes).toEqual(['287082', '081804', '050471', '005924', '279037', '353130'])
})

it('security 54: a code is valid one step before and after its own, and not two', () => {
  const now = 1_800_000_015_000
  const step = now / 30_000 - 0.5
  const found = [-2, -1, 0, 1, 2].map((distance) =>
    findTotpStep(rfcSecret, totpCode(rfcSecret, step + distance), now),
  )
  expect(found).toEqual([null, step - 1, step, step + 1, null])
})

it('security 54: an invalid code is never found', () => {
  for (const code of ['', '12345', '1234567', 'abcdef', '٠٠٠٠٠٠'])
    expect(findTotpStep(rfcSecret, code, 1_800_000_000_000)).toBeNull()
})

it('A25: every enrolment has its own secret of 160 bits, readable by an authenticator', () => {
  const one = newTotp({ issuer: '문장 & co', account: 'a@example.com' })
  expect(one.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotp({ issuer: 'x', account: 'y' }).secret).not.toBe(one.secret)
  const uri = new URL(one.uri)
  expect([uri.protocol, uri.searchParams.get('issuer'), uri.searchParams.get('secret')]).toEqual([
    'otpauth:',
    '문장 & co',
    one.secret,
  ])
  expect(one.qr_code).toMatch(/^<svg [\s\S]*<\/svg>\s*$/)
})
