// A mail server that stores e-mails as they arrived.
import { once } from 'node:events'
// oxlint-disable-next-line no-restricted-imports
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

type Received = { from: string; to: string[]; raw: string }
export type MailServer = {
  /** The settings with which a product sends its e-mails here. */
  env: Record<string, string>
  received: Received[]
  /** The server's refusals of the next e-mails. */
  refusals: { responseCode: number }[]
  /** Resets it to the state before the first e-mail. */
  forget(): void
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const received: Received[] = []
  const refusals: { responseCode: number }[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onRcptTo(_address, _session, answer) {
      const refusal = refusals.shift()
      answer(refusal ? Object.assign(new Error('refused'), refusal) : null)
    },
    onData(stream, session, answer) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        })
        answer(null)
      })
    },
  })
  await once(smtp.listen(0, '127.0.0.1'), 'listening')
  const { port } = smtp.server.address() as AddressInfo
  return {
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Munjang <hello@munjang.example>' },
    received,
    refusals,
    forget() {
      received.length = 0
      refusals.length = 0
    },
    close: () => new Promise((resolve) => smtp.close(resolve)),
  }
}

/** The header of an e-mail, unfolded, and the text of its parts. */
export function parseEmail({ raw }: Received): { head: string; body: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const parts = rest
    .join('\r\n\r\n')
    .split(/^--.*\r\n/m)
    .map((part) => {
      const [about = '', ...text] = part.split('\r\n\r\n')
      const content = text.join('\r\n\r\n')
      if (/base64/i.test(about)) return Buffer.from(content, 'base64').toString()
      const bytes = content.replaceAll(/=\r\n/g, '').replaceAll(/=([0-9A-F]{2})/g, '%$1')
      return /quoted-printable/i.test(about)
        ? decodeURIComponent(bytes.replaceAll(/%(?![0-9A-F]{2})/g, '%25'))
        : content
    })
  return { head: head.replaceAll(/\r\n[ \t]+/g, ' '), body: parts.join('\n') }
}
