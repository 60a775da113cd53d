// E-mail addresses and phone numbers: parsing and the stored form.
import { AuthError } from './auth-error.ts'
import { normalizeEmail } from './provider.ts'
import { readString } from './request-body.ts'

/** The pattern of `<input type="email">` (https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address). */
const emailPattern =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i

/** The address in `body[key]` in its stored form, or null when absent. Throws AuthError validation_failed. */
export function readEmail(body: Record<string, unknown>, key = 'email'): string | null {
  const email = normalizeEmail(readString(body, key))
  if (!email) return null
  if (email.length > 255 || !emailPattern.test(email)) {
    throw new AuthError(400, 'validation_failed', 'Unable to validate email address: invalid format')
  }
  return email
}

/** The number in `body[key]` as GoTrue stores it (E.164 without the plus sign), or null when absent. */
export function readPhone(body: Record<string, unknown>, key = 'phone'): string | null {
  const phone = readString(body, key).replace(/^\+/, '').replaceAll(' ', '')
  if (!phone) return null
  if (!/^[1-9][0-9]{1,14}$/.test(phone)) {
    throw new AuthError(400, 'validation_failed', 'Invalid phone number format (E.164 required)')
  }
  return phone
}

/** The one address or number of a request that has to name exactly one. Throws AuthError validation_failed. */
export function requireAddress(
  body: Record<string, unknown>,
  purpose: 'login' | 'verify',
): { email: string | null; phone: string | null; address: string } {
  const email = readEmail(body)
  const phone = readPhone(body)
  const address = email ?? phone
  if (address && !(email && phone)) return { email, phone, address }
  throw new AuthError(
    400,
    'validation_failed',
    `Only an email address or phone number should be provided on ${purpose}`,
  )
}

/** The channel of a code: text messages unless the client requests WhatsApp. */
export function readChannel(body: Record<string, unknown>): 'sms' | 'whatsapp' {
  const channel = readString(body, 'channel') || 'sms'
  if (channel === 'sms' || channel === 'whatsapp') return channel
  throw new AuthError(400, 'validation_failed', 'Invalid channel, supported values are sms or whatsapp')
}
