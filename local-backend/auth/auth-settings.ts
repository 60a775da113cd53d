// Which doors are open. GoTrue opens most of them by default; here a door opens when somebody asks for it.
import type { MailDoor, TextMessageDoor } from './outbox.ts'

export type AuthSettings = {
  /** New accounts at all, by whatever door. */
  signUp: boolean
  /** Passwords and mailed codes. Needs sendMail. */
  email: boolean
  /** Passwords and codes by text message. Needs sendTextMessage. */
  phone: boolean
  /** Guests: an account without an address, by signInAnonymously. */
  anonymousUsers: boolean
  /** linkIdentity and unlinkIdentity. Linking by the same verified address always happens. */
  manualLinking: boolean
  /** Second factors by an authenticator app. Open: a factor only ever adds to what protects an account. */
  totp: boolean
  /** Second factors by text message. Needs sendTextMessage. */
  phoneFactor: boolean
  /** A first factor is added only so long after the sign-in, or a stolen session could lock its owner out; null as at GoTrue: always. */
  firstFactorSeconds: number | null
  /** Takes an address or number as proved without sending anything to it. */
  emailAutoconfirm: boolean
  phoneAutoconfirm: boolean
  /** A new address has to be confirmed at the old one too. */
  secureEmailChange: boolean
  /** A password changes only within a day after the sign-in, or with a code from reauthenticate. */
  securePasswordChange: boolean
  /** In bytes of UTF-8. bcrypt reads 72 of them, so that is the most. */
  passwordMinLength: number
  /** Sets of characters of which a password needs one each, e.g. ['abc...', '0123456789']. */
  passwordRequiredCharacters: string[]
  /** Factors of one person, verified or not. */
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

/** Settings with the defaults filled in. Throws when a door is to open that could not send what it promises. */
export function completeSettings(options: {
  auth?: Partial<AuthSettings>
  sendMail?: MailDoor
  sendTextMessage?: TextMessageDoor
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
