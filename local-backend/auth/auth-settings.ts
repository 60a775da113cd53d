// The enabled sign-in methods. GoTrue enables most of them by default; here a method is disabled unless its setting
// enables it.
import type { Mailer, TextMessenger } from './outbox.ts'

export type AuthSettings = {
  /** Whether any method may create an account. */
  signUp: boolean
  /** Passwords and codes by e-mail. Needs sendMail. */
  email: boolean
  /** Passwords and codes by text message. Needs sendTextMessage. */
  phone: boolean
  /** Guests: accounts without an address, by signInAnonymously. */
  anonymousUsers: boolean
  /** linkIdentity and unlinkIdentity. Linking by the same verified address is always on. */
  manualLinking: boolean
  /** Second factors by an authenticator app. Enabled by default: a factor only adds to an account's protection. */
  totp: boolean
  /** Second factors by text message. Needs sendTextMessage. */
  phoneFactor: boolean
  /**
   * A first factor can be added only within this time after the sign-in, or a stolen session could lock its owner out.
   * Null, as at GoTrue: always.
   */
  firstFactorSeconds: number | null
  /** Treats an address or number as verified without sending anything to it. */
  emailAutoconfirm: boolean
  phoneAutoconfirm: boolean
  /** A new address also needs a confirmation at the old one. */
  secureEmailChange: boolean
  /** A password can change only within a day after the sign-in, or with a code from reauthenticate. */
  securePasswordChange: boolean
  /** In bytes of UTF-8. bcrypt reads 72 bytes, so that is the maximum. */
  passwordMinLength: number
  /** Sets of characters; a password needs one of each, e.g. ['abc...', '0123456789']. */
  passwordRequiredCharacters: string[]
  /** The maximum of factors of one user, verified or not. */
  factorsMax: number
}

const defaultSettings: AuthSettings = {
  signUp: true,
  email: false,
  phone: false,
  anonymousUsers: false,
  manualLinking: false,
  totp: true,
  phoneFactor: false,
  firstFactorSeconds: null,
  emailAutoconfirm: false,
  phoneAutoconfirm: false,
  secureEmailChange: true,
  securePasswordChange: true,
  passwordMinLength: 8,
  passwordRequiredCharacters: [],
  factorsMax: 10,
}

/** Fills in defaults. Throws when a method is enabled without the sender that it needs. */
export function completeSettings(options: {
  auth?: Partial<AuthSettings>
  sendMail?: Mailer
  sendTextMessage?: TextMessenger
}): AuthSettings {
  const settings = { ...defaultSettings, ...options.auth }
  if (settings.email && !options.sendMail)
    throw new Error('auth.email needs sendMail: it mails codes and links.')
  if ((settings.phone || settings.phoneFactor) && !options.sendTextMessage)
    throw new Error('auth.phone and auth.phoneFactor need sendTextMessage: they send codes.')
  if (settings.passwordMinLength < 6 || settings.passwordMinLength > 72)
    throw new Error('auth.passwordMinLength has to be between 6 and 72.')
  return settings
}
