import { invitePath, inviteReward } from '#shared/invites.ts'
import type { Language } from '#shared/language.ts'
import en from '#shared/messages/en/letters.json' with { type: 'json' }
import ko from '#shared/messages/ko/letters.json' with { type: 'json' }
import { siteName } from '#shared/site.ts'
import { signUpTokens } from '#shared/usage.ts'
import { translate, type Messages } from '#shared/words.ts'

const words: Record<Language, Messages> = { ko, en }

/**
 * The letter of an invitation, as text and as HTML that shows the same.
 * @param about.nickname of who invites: anything that somebody typed
 * @param about.token lets the reader refuse further letters
 */
export function composeInvitation(about: {
  nickname: string
  code: string
  language: Language
  origin: string
  token: string
}): { subject: string; text: string; html: string; refusalUrl: string } {
  const { language, origin } = about
  const values = {
    // One line, whatever a name may hold one day.
    name: about.nickname.replaceAll(/\s+/g, ' '),
    site: siteName[language],
    signUp: signUpTokens,
    tokens: inviteReward.tokens,
    images: inviteReward.images,
  }
  const say = (key: string) => translate(words[language], `invitation.${key}`, values)
  const link = origin + invitePath(language, about.code)
  const query = new URLSearchParams({ token: about.token }).toString()
  const refusal = `${origin}/${language}/mail/refuse?${query}`
  const paragraphs = [say('greeting'), say('about'), say('gift')]
  return {
    subject: say('subject'),
    text: [...paragraphs, `${say('action')}: ${link}`, `${say('why')}\n${say('refuse')}: ${refusal}`].join(
      '\n\n',
    ),
    html: [
      `<!doctype html><html lang="${language}"><meta charset="utf-8"><body style="font-family:sans-serif;line-height:1.6;color:#1c1b19">`,
      ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
      `<p><a href="${escapeHtml(link)}" style="color:#b8321f;font-weight:bold">${escapeHtml(say('action'))}</a></p>`,
      `<p style="font-size:13px;color:#6f695f">${escapeHtml(say('why'))}<br><a href="${escapeHtml(refusal)}" style="color:#6f695f">${escapeHtml(say('refuse'))}</a></p>`,
      '</body></html>',
    ].join('\n'),
    refusalUrl: `${origin}/v1/mail/refuse?${query}`,
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
