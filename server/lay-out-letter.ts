// What all letters look like: a few paragraphs, one way on where there is one, and why it came.
import type { Language } from '#shared/language.ts'

/** `refusal` where the reader may want no further letters of this kind. */
export type LetterParts = {
  language: Language
  paragraphs: string[]
  action?: { label: string; link: string }
  why: string
  refusal?: { label: string; link: string }
}

/** A letter as text and as HTML that shows the same. Whatever people wrote in it stays text. */
export function layOutLetter(letter: LetterParts): { text: string; html: string } {
  const { language, paragraphs, action, why, refusal } = letter
  const refusalLine = refusal ? `\n${refusal.label}: ${refusal.link}` : ''
  const refusalLink = refusal
    ? `<br><a href="${escapeHtml(refusal.link)}" style="color:#6f695f">${escapeHtml(refusal.label)}</a>`
    : ''
  return {
    text: [...paragraphs, ...(action ? [`${action.label}: ${action.link}`] : []), why + refusalLine].join(
      '\n\n',
    ),
    html: [
      `<!doctype html><html lang="${language}"><meta charset="utf-8"><body style="font-family:sans-serif;line-height:1.6;color:#1c1b19">`,
      ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`),
      ...(action
        ? [
            `<p><a href="${escapeHtml(action.link)}" style="color:#b8321f;font-weight:bold">${escapeHtml(action.label)}</a></p>`,
          ]
        : []),
      `<p style="font-size:13px;color:#6f695f">${escapeHtml(why)}${refusalLink}</p>`,
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
