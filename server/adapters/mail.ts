// The e-mail client: SMTP by nodemailer, or the log of a machine that sends none.
import { createTransport } from 'nodemailer'
import type { MailConfig, SmtpConfig } from '#server/mail-config.ts'
import { logLine } from '#shared/log-line.ts'

/** An e-mail to one address, as text and HTML. Text of members is never a header. */
type Email = {
  to: string
  /** Equal for every attempt at the same e-mail; the local part of its Message-ID. */
  id: string
  subject: string
  text: string
  html: string
  /** Mail programs unsubscribe here by one POST (RFC 8058). Receipts and other transactional e-mails have none. */
  refusalUrl?: string
}
/**
 * `sent`: accepted by the server. `refused`: never retried. `later`: surely not delivered, retried.
 * `unknown`: the connection broke when the server may have accepted the e-mail. A retry could send it twice.
 */
export type MailOutcome = 'sent' | 'refused' | 'later' | 'unknown'
/** `providerId`: the server's answer when it accepted the e-mail. */
export type Mail = { send(email: Email): Promise<{ outcome: MailOutcome; providerId: string | null }> }

export function createMail(config: MailConfig): Mail | null {
  if (config.kind === 'closed') return null
  return config.kind === 'smtp' ? createSmtpMail(config) : createLogMail()
}

/** The log shows every e-mail; none is delivered. */
function createLogMail(): Mail {
  return {
    send({ to, subject, text }) {
      // JSON puts members' text on one line, without control characters for the terminal.
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
          // As an object, the address can be no list and no header, whatever it contains.
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

/** The fields of nodemailer's errors (reference of nodemailer 10: code, responseCode, command, permanent). */
type SmtpFailure = Error & { code?: string; responseCode?: number; command?: string; permanent?: boolean }

function outcomeOf(failure: SmtpFailure): MailOutcome {
  console.warn(
    logLine(
      `mail: an e-mail was not delivered (${failure.code ?? failure.name} ${failure.responseCode ?? ''})`,
    ),
  )
  // A wrong login or certificate is a fault of our configuration, not of the address.
  if (failure.permanent && failure.code !== 'EAUTH' && failure.code !== 'ETLS') return 'refused'
  const mayHaveArrived = failure.command === 'DATA' && failure.responseCode === undefined
  return mayHaveArrived ? 'unknown' : 'later'
}

const domainOf = (from: string): string => /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'localhost'
