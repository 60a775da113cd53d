// The e-mail settings, from the values of config.ts.
import type { MailMode } from '#shared/invites.ts'

export type SmtpConfig = {
  kind: Extract<MailMode, 'smtp'>
  host: string
  port: number
  /** TLS from the first byte; otherwise STARTTLS. */
  isSecure: boolean
  /** Whether a server without STARTTLS is refused. Only one on this machine may use plain text. */
  needsTls: boolean
  login: { user: string; pass: string } | null
  /** `Munjang <hello@example.com>` */
  from: string
}
/** Without settings e-mails go to the log on a local machine, and a public site sends none. */
export type MailConfig = SmtpConfig | { kind: 'log' } | { kind: 'closed' }

/** @throws Error that names the missing or wrong variable, never a value */
export function readMail(value: {
  url: string | undefined
  from: string | undefined
  isPublic: boolean
}): MailConfig {
  const { url, from } = value
  if (!url && !from) return { kind: value.isPublic ? 'closed' : 'log' }
  const address = url && URL.canParse(url) ? new URL(url) : null
  const isKnown = address !== null && /^smtps?:$/.test(address.protocol) && address.hostname !== ''
  const problems = [
    ...(isKnown ? [] : ['SMTP_URL: must be like smtps://user:password@smtp.example.com:465']),
    ...(from && /^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(from)
      ? []
      : ['MAIL_FROM: must be like Munjang <hello@example.com>']),
  ]
  if (!address || !from || problems.length > 0)
    throw new Error(`The configuration is not complete:\n${problems.map((line) => `  ${line}`).join('\n')}`)
  const isSecure = address.protocol === 'smtps:'
  return {
    kind: 'smtp',
    host: address.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(address.port) || (isSecure ? 465 : 587),
    isSecure,
    needsTls: !['localhost', '127.0.0.1', '[::1]'].includes(address.hostname),
    login: address.username
      ? { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) }
      : null,
    from,
  }
}
