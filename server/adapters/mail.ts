// The door to whoever delivers mail: SMTP by nodemailer, or the log of a machine that sends none.
import { createTransport } from 'nodemailer'
import type { MailConfig, SmtpConfig } from '#server/mail-config.ts'
import { logLine } from '#shared/log-line.ts'

/** An e-mail to one address, in both forms. Whatever people wrote in it is text, never a header. */
type Email = {
  to: string
  /** The same for each attempt at the same e-mail; the local part of its Message-ID. */
  id: string
  subject: string
  text: string
  html: string
  /** Where mail programs may refuse further e-mails by one POST (RFC 8058); not for receipts and the like. */
  refusalUrl?: string
}
/**
 * `sent`: handed over. `refused`: never to be tried again. `later`: surely not delivered, to be tried again.
 * `unknown`: the connection broke when the e-mail may have been taken already: trying again could send it twice.
 */
export type MailOutcome = 'sent' | 'refused' | 'later' | 'unknown'
/** `providerId`: what the server answered when it took the e-mail. */
export type Mail = { send(email: Email): Promise<{ outcome: MailOutcome; providerId: string | null }> }

export function createMail(config: MailConfig): Mail | null {
  if (config.kind === 'closed') return null
  return config.kind === 'smtp' ? createSmtpMail(config) : createLogMail()
}

/** Every e-mail is shown in the log and delivered to nobody. */
function createLogMail(): Mail {
  return {
    send({ to, subject, text }) {
      // JSON keeps what people wrote on one line, without control characters for the terminal.
      console.log(
        logLine(`mail: not sent, this machine has no SMTP_URL: ${JSON.stringify({ to, subject, text })}`),
      )
      return Promise.resolve({ outcome: 'sent', providerId: null })
    },
  }
}

function createSmtpMail(config: SmtpConfig): Mail {
  const transport = createTransport({
    host: config.host,
    port: config.port,
    secure: config.isSecure,
    requireTLS: config.needsTls && !config.isSecure,
    ...(config.login ? { auth: config.login } : {}),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(email) {
      try {
        const info = await transport.sendMail({
          from: config.from,
          messageId: `<${email.id}@${domainOf(config.from)}>`,
          // As an object the address is no list and no header, whatever stands in it.
          to: { name: '', address: email.to },
          subject: email.subject,
          text: email.text,
          html: email.html,
          headers: {
            ...(email.refusalUrl
              ? {
                  'List-Unsubscribe': `<${email.refusalUrl}>`,
                  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
                }
              : {}),
            'Auto-Submitted': 'auto-generated',
          },
        })
        return { outcome: 'sent', providerId: info.response.slice(0, 200) }
      } catch (error) {
        return { outcome: outcomeOf(error as SmtpFailure), providerId: null }
      }
    },
  }
}

/** What nodemailer's errors carry (reference of nodemailer 10: code, responseCode, command, permanent). */
type SmtpFailure = Error & { code?: string; responseCode?: number; command?: string; permanent?: boolean }

function outcomeOf(failure: SmtpFailure): MailOutcome {
  console.warn(
    logLine(
      `mail: an e-mail was not delivered (${failure.code ?? failure.name} ${failure.responseCode ?? ''})`,
    ),
  )
  // A wrong login or certificate is ours to mend, and says nothing about the address.
  if (failure.permanent && failure.code !== 'EAUTH' && failure.code !== 'ETLS') return 'refused'
  const mayHaveArrived = failure.command === 'DATA' && failure.responseCode === undefined
  return mayHaveArrived ? 'unknown' : 'later'
}

const domainOf = (from: string): string => /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'localhost'
