import { compare, genSalt, hash, truncates } from 'bcryptjs'
import { createKeyedSemaphore } from '#backend/keyed-semaphore.ts'
import { AuthError } from './auth-error.ts'
import type { AuthSettings } from './auth-settings.ts'

/** As GoTrue's, so that hashes can move to a hosted project and back. */
const bcryptRounds = 10

/**
 * The first entries of every list of leaked passwords, and those of Korean keyboards; shorter ones are refused by
 * length.
 */
const knownPasswords = new Set(
  `password password1 passw0rd p@ssw0rd p@ssword qwerty123 qwertyuiop 1q2w3e4r 1q2w3e4r! 1q2w3e4r5t qwer1234 qwer1234! asdf1234 asdfasdf
   qwe123!@# q1w2e3r4 zxcv1234 12345678 123456789 1234567890 87654321 11111111 00000000 88888888 12341234 123123123 abcd1234 abc12345 a1234567 a12345678
   iloveyou sunshine football baseball superman princess trustno1 whatever letmein1 welcome1 admin123 dkssudgktpdy tkfkdgo1`.split(
    /\s+/,
  ),
)

type WeakReason = 'length' | 'characters' | 'pwned'

/** AuthWeakPasswordError of the official client: `weak_password.reasons` in addition to the usual fields. */
export class WeakPasswordError extends AuthError {
  readonly reasons: WeakReason[]

  constructor(message: string, reasons: WeakReason[]) {
    super(422, 'weak_password', message)
    this.reasons = reasons
  }

  override toJSON(): ReturnType<AuthError['toJSON']> & { weak_password: { reasons: WeakReason[] } } {
    return { ...super.toJSON(), weak_password: { reasons: this.reasons } }
  }
}

/**
 * Throws WeakPasswordError with every reason at once, or validation_failed for passwords that bcrypt cannot
 * distinguish.
 */
export function requireStrongPassword(password: string, settings: AuthSettings): void {
  if (truncates(password)) {
    throw new AuthError(400, 'validation_failed', 'Password cannot be longer than 72 characters')
  }
  const weakness = findWeakness(password, settings)
  if (weakness) throw weakness
}

/** The weakness of a password, or null. */
export function findWeakness(password: string, settings: AuthSettings): WeakPasswordError | null {
  const { passwordMinLength, passwordRequiredCharacters } = settings
  const found: [WeakReason, string][] = []
  if (Buffer.byteLength(password) < passwordMinLength)
    found.push(['length', `Password should be at least ${passwordMinLength} characters.`])
  const isMissing = (characters: string) =>
    !Array.from(characters).some((character) => password.includes(character))
  if (passwordRequiredCharacters.some(isMissing)) {
    const sets = passwordRequiredCharacters.join(', ')
    found.push(['characters', `Password should contain at least one character of each: ${sets}.`])
  }
  if (knownPasswords.has(password.toLowerCase())) {
    found.push(['pwned', 'Password is known to be weak and easy to guess, please choose a different one.'])
  }
  if (found.length === 0) return null
  const message = found.map(([, sentence]) => sentence).join(' ')
  return new WeakPasswordError(
    message,
    found.map(([reason]) => reason),
  )
}

/**
 * Bcrypt blocks the thread of all requests for some 60 ms, so passwords are hashed one at a time, with a bounded queue.
 */
const bcrypt = createKeyedSemaphore({
  max: 1,
  waitingMax: 10,
  waitMilliseconds: 5_000,
  refuse: () => new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached'),
})

/** A bcrypt hash. Throws AuthError over_request_rate_limit when the queue is full. */
export function hashPassword(password: string): Promise<string> {
  return bcrypt.run('', async () => hash(password, await genSalt(bcryptRounds)))
}

/**
 * Whether the password matches. It takes as long without a hash as with one, so that timing reveals nothing. Throws as
 * hashPassword does.
 */
export async function isPasswordRight(password: string, encrypted: string | null): Promise<boolean> {
  const fits = await bcrypt.run('', () => compare(password, encrypted || nobodysHash))
  return fits && Boolean(encrypted) && !truncates(password)
}

const nobodysHash = '$2b$10$CwTycUXWue0Thq9StjUM0uJ8tqkGnWTqTqL3w7r7jH0QLxYv6aB2e'

/**
 * Accepts only hashes that isPasswordRight can read: bcrypt of any cost up to 14, as exports of other systems have
 * them.
 */
export function isPasswordHash(text: string): boolean {
  return /^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/.test(text)
}
