import { layOutLetter } from '#server/lay-out-letter.ts'
import { invitePath, inviteReward, teamInviteLimits, teamPath } from '#shared/invites.ts'
import type { Language } from '#shared/language.ts'
import en from '#shared/messages/en/letters.json' with { type: 'json' }
import ko from '#shared/messages/ko/letters.json' with { type: 'json' }
import { siteName } from '#shared/site.ts'
import { signUpTokens } from '#shared/usage.ts'
import { translate, type Messages, type Values } from '#shared/words.ts'

const words: Record<Language, Messages> = { ko, en }

/** Who writes, in which language, where pages and our own calls are, and what lets the reader refuse further letters. */
type About = { nickname: string; language: Language; origin: string; apiBase: string; token: string }
type Composed = { subject: string; text: string; html: string; refusalUrl: string }

/**
 * The letter of an invitation, as text and as HTML that shows the same.
 * @param about.nickname of who invites: anything that somebody typed
 */
export function composeInvitation(about: About & { code: string }): Composed {
  const link = about.origin + invitePath(about.language, about.code)
  const values = { signUp: signUpTokens, tokens: inviteReward.tokens, images: inviteReward.images }
  return compose(about, { kind: 'invitation', paragraphs: ['greeting', 'about', 'gift'], link, values })
}

/** The letter of an invitation to a team. @param about.secret of its link */
export function composeTeamInvitation(about: About & { secret: string }): Composed {
  const link = about.origin + teamPath(about.language, about.secret)
  const values = { days: teamInviteLimits.validDays }
  return compose(about, { kind: 'team', paragraphs: ['greeting', 'about', 'valid'], link, values })
}

function compose(
  { nickname, language, origin, apiBase, token }: About,
  letter: { kind: 'invitation' | 'team'; paragraphs: string[]; link: string; values: Values },
): Composed {
  // One line, whatever a name may hold one day.
  const values = { ...letter.values, name: nickname.replaceAll(/\s+/g, ' '), site: siteName[language] }
  const say = (key: string) => translate(words[language], `${letter.kind}.${key}`, values)
  const query = new URLSearchParams({ token }).toString()
  const { text, html } = layOutLetter({
    language,
    paragraphs: letter.paragraphs.map(say),
    action: { label: say('action'), link: letter.link },
    why: say('why'),
    refusal: { label: say('refuse'), link: `${origin}/${language}/mail/refuse?${query}` },
  })
  return { subject: say('subject'), text, html, refusalUrl: `${origin}${apiBase}/mail/refuse?${query}` }
}
