// Informs a member's previous address that its e-mails now go to another one (B32), so that no change is silent.
import type { EmailComposers } from '#server/email-outbox.ts'
import { renderEmail } from '#server/render-email.ts'
import en from '#shared/messages/en/emails.json' with { type: 'json' }
import ko from '#shared/messages/ko/emails.json' with { type: 'json' }
import { siteName, siteZone } from '#shared/site.ts'
import { translate } from '#shared/words.ts'

const words = { ko: { emails: ko }, en: { emails: en } }

export const emailChanged: EmailComposers['email_changed'] = ({ language, payload, config }) => {
  const date = new Date(payload.changed_at).toLocaleString(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: siteZone,
  })
  const say = (key: string) =>
    translate(words[language], `emails.changed.${key}`, {
      site: siteName[language],
      email: payload.email,
      date,
    })
  return {
    subject: say('subject'),
    ...renderEmail({
      language,
      paragraphs: [say('about'), say('facts'), say('advice')],
      action: { label: say('action'), link: `${config.publicOrigin}/${language}/contact` },
      why: say('why'),
    }),
  }
}
