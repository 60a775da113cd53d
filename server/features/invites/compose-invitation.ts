import type { EmailComposers, EmailContent } from '#server/email-outbox.ts'
import { hmacOf, refusalToken } from '#server/mail-refusal.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { senderText } from '#server/email-sender.ts'
import { renderEmail } from '#server/render-email.ts'
import { invitePath, inviteReward, teamInviteLimits, teamPath } from '#shared/invites.ts'
import type { Language } from '#shared/language.ts'
import en from '#shared/messages/en/emails.json' with { type: 'json' }
import ko from '#shared/messages/ko/emails.json' with { type: 'json' }
import { siteName } from '#shared/site.ts'
import { signUpTokens } from '#shared/usage.ts'
import { translate, type Messages, type Values } from '#shared/words.ts'

const words: Record<Language, Messages> = { ko, en }

type About = { nickname: string; language: Language; config: Dependencies['config']; addressHash: string }

/** Computed from a key of the server, so that the secret of an invitation is stored nowhere. */
export const teamSecret = (deps: Pick<Dependencies, 'config'>, secretKey: string): string =>
  hmacOf(deps, 'team-seat', secretKey)

export const invitation: EmailComposers['invitation'] = ({ language, payload, config }) => {
  const link = config.publicOrigin + invitePath(language, payload.code)
  const values = { signUp: signUpTokens, tokens: inviteReward.tokens, images: inviteReward.images }
  const about = { nickname: payload.nickname, language, config, addressHash: payload.address_hash }
  return compose(about, { kind: 'invitation', paragraphs: ['greeting', 'about', 'gift'], link, values })
}

export const teamInvitation: EmailComposers['team_invitation'] = ({ language, payload, config }) => {
  const link = config.publicOrigin + teamPath(language, teamSecret({ config }, payload.secret_key))
  const values = { days: teamInviteLimits.validDays }
  const about = { nickname: payload.nickname, language, config, addressHash: payload.address_hash }
  return compose(about, { kind: 'team', paragraphs: ['greeting', 'about', 'valid'], link, values })
}

function compose(
  { nickname, language, config, addressHash }: About,
  email: { kind: 'invitation' | 'team'; paragraphs: string[]; link: string; values: Values },
): EmailContent {
  // One line, even if a name may contain line breaks one day.
  const values = { ...email.values, name: nickname.replaceAll(/\s+/g, ' '), site: siteName[language] }
  const say = (key: string) => translate(words[language], `${email.kind}.${key}`, values)
  const { publicOrigin: origin, apiBase } = config
  const query = new URLSearchParams({ token: refusalToken({ config }, addressHash) }).toString()
  const { text, html } = renderEmail({
    language,
    paragraphs: email.paragraphs.map(say),
    action: { label: say('action'), link: email.link },
    why: say('why'),
    refusal: { label: say('refuse'), link: `${origin}/${language}/mail/refuse?${query}` },
    sender: senderText(config, language),
  })
  return { subject: say('subject'), text, html, refusalUrl: `${origin}${apiBase}/mail/refuse?${query}` }
}
