// Time-based one-time passwords (RFC 6238 over RFC 4226): SHA-1, six digits, thirty seconds, the format of every
// authenticator.
import { createHmac, randomBytes } from 'node:crypto'
import encodeQr from 'qr'
import { isSame } from '#backend/gateway.ts'

const stepSeconds = 30
/** Steps before and after the current one whose codes are valid, for clocks that differ. */
const driftSteps = 1
const secretBytes = 20
const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export type TotpEnrolment = {
  secret: string
  /** otpauth:// for authenticators to scan. */
  uri: string
  /** SVG of the uri. */
  qr_code: string
}

/** A new secret with everything an authenticator needs. */
export function newTotp(input: { issuer: string; account: string }): TotpEnrolment {
  const secret = toBase32(randomBytes(secretBytes))
  const label = `${encodeURIComponent(input.issuer)}:${encodeURIComponent(input.account)}`
  const parameters = `algorithm=SHA1&digits=6&issuer=${encodeURIComponent(input.issuer)}&period=${stepSeconds}&secret=${secret}`
  const uri = `otpauth://totp/${label}?${parameters}`
  return { secret, uri, qr_code: encodeQr(uri, 'svg', { ecc: 'medium', border: 2 }) }
}

/** The step of this code, at most one away from now, or null. The comparison takes constant time. */
export function findTotpStep(secret: string, code: string, nowMilliseconds: number): number | null {
  const now = Math.floor(nowMilliseconds / 1000 / stepSeconds)
  let found: number | null = null
  for (let step = now - driftSteps; step <= now + driftSteps; step++) {
    if (isSame(code, totpCode(secret, step))) found = step
  }
  return found
}

/** The code of one step (seconds since 1970 through thirty). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => base32Letters[Number.parseInt(five, 2)]).join('')
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => base32Letters.indexOf(letter).toString(2).padStart(5, '0')).join(
    '',
  )
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}
