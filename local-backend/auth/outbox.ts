/** What one mail has to say. The door decides on words and looks; `link` and `code` lead to the same end. */
export type Mail = {
  kind: 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change' | 'reauthentication'
  to: string
  /** Six digits to type in. */
  code: string
  /** An address of ours that confirms when it is opened; null where only the code counts. */
  link: string | null
  /** Where the link ends up. */
  redirectTo: string
  userId: string
  /** What the person has said about themselves, e.g. a language. Untrusted. */
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

/** Resolves when the mail has been handed over; a rejection is answered as a failure and the code is forgotten. */
export type MailDoor = (mail: Mail) => Promise<void>
export type TextMessageDoor = (message: TextMessage) => Promise<void>

export type Outbox = {
  sendMail: MailDoor
  sendTextMessage: TextMessageDoor
  /** Newest last; the oldest fall out after a hundred. */
  mails: Mail[]
  messages: TextMessage[]
}

const maxEntries = 100

/**
 * Stands in for mail and text messages on a machine that has neither: keeps them, and prints each as one line when
 * told how. Refuses to start where NODE_ENV is production, because codes do not belong into a log.
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
