/** The content of one e-mail. The mailer decides on text and layout; `link` and `code` have the same effect. */
export type Mail = {
  kind: 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change' | 'reauthentication'
  to: string
  /** Six digits to enter. */
  code: string
  /** A URL of ours that confirms when it is opened; null when only the code is valid. */
  link: string | null
  /** The final target of the link. */
  redirectTo: string
  userId: string
  /** The user's own metadata, e.g. a language. Untrusted. */
  userMetadata: Record<string, unknown>
}

export type TextMessage = {
  kind: 'signup' | 'phone_change' | 'reauthentication' | 'factor'
  /** E.164 with its plus sign. */
  to: string
  channel: 'sms' | 'whatsapp'
  code: string
  userId: string
}

/** Resolves when the e-mail was handed over. A rejection returns an error to the client, and the code is deleted. */
export type Mailer = (mail: Mail) => Promise<void>
export type TextMessenger = (message: TextMessage) => Promise<void>

export type Outbox = {
  sendMail: Mailer
  sendTextMessage: TextMessenger
  /** Newest last; only the last hundred are stored. */
  mails: Mail[]
  messages: TextMessage[]
}

const maxEntries = 100

/**
 * The outbox replaces e-mail and text messages on a machine without both: it stores them, and prints each as one line
 * with `print`. It refuses to start when NODE_ENV is production, because codes must not be in a log.
 */
export function createOutbox(print: (line: string) => void = () => {}): Outbox {
  if (process.env.NODE_ENV === 'production') {
    throw new Error(
      'The outbox shows codes to whoever reads it: give production a real sendMail and sendTextMessage.',
    )
  }
  const mails: Mail[] = []
  const messages: TextMessage[] = []
  return {
    mails,
    messages,
    async sendMail(mail) {
      keep(mails, mail)
      print(
        `Mail (${mail.kind}) to ${mail.to}: code ${mail.code}${mail.link ? `, or open ${mail.link}` : ''}`,
      )
    },
    async sendTextMessage(message) {
      keep(messages, message)
      print(`Text message (${message.kind}) to ${message.to}: code ${message.code}`)
    },
  }
}

function keep<T>(list: T[], item: T): void {
  list.push(item)
  if (list.length > maxEntries) list.shift()
}
