// The layout of all e-mails: a few paragraphs, an optional link, and the reason for the e-mail.
import type { Language } from '#shared/language.ts'

/** `quote` is the text that the e-mail answers, `refusal` the unsubscribe link, `sender` the business that sends it. */
export type EmailParts = {
  language: Language
  paragraphs: string[]
  quote?: { label: string; text: string }
  action?: { label: string; link: string }
  why: string
  refusal?: { label: string; link: string }
  sender?: string
}

/** Renders an e-mail as text and as HTML with the same content. Members' text is escaped. */
export function renderEmail(email: EmailParts): { text: string; html: string } {
  const { language, paragraphs, quote, action, why, refusal, sender } = email
  const refusalLine = refusal ? `\n${refusal.label}: ${refusal.link}` : ''
  const refusalLink = refusal
    ? `<br><a href="${escapeHtml(refusal.link)}" style="color:#6f695f">${escapeHtml(refusal.label)}</a>`
    : ''
  return {
    text: [
      ...paragraphs,
      ...(quote
        ? [
            `${quote.label}\n${linesOf(quote.text)
              .map((line) => `> ${line}`)
              .join('\n')}`,
          ]
        : []),
      ...(action ? [`${action.label}: ${action.link}`] : []),
      why + refusalLine,
      ...(sender ? [sender] : []),
    ].join('\n\n'),
    html: [
      `<!doctype html><html lang="${language}"><meta charset="utf-8"><body style="font-family:sans-serif;line-height:1.6;color:#1c1b19">`,
      ...paragraphs.map((paragraph) => `<p>${inLines(paragraph)}</p>`),
      ...(quote
        ? [
            `<p style="margin-bottom:4px;color:#6f695f">${escapeHtml(quote.label)}</p>`,
            `<blockquote style="margin:0;padding-left:12px;border-left:3px solid #d6cfc0;color:#57534a">${inLines(quote.text)}</blockquote>`,
          ]
        : []),
      ...(action
        ? [
            `<p><a href="${escapeHtml(action.link)}" style="color:#b8321f;font-weight:bold">${escapeHtml(action.label)}</a></p>`,
          ]
        : []),
      `<p style="font-size:13px;color:#6f695f">${escapeHtml(why)}${refusalLink}</p>`,
      ...(sender ? [`<p style="font-size:12px;color:#6f695f">${inLines(sender)}</p>`] : []),
      '</body></html>',
    ].join('\n'),
  }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign]!)
const linesOf = (text: string): string[] => text.split(/\r\n?|\n/)
const inLines = (text: string): string => linesOf(escapeHtml(text)).join('<br>')
