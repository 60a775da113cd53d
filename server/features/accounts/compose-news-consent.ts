// Reminds a reader of news of the consent: who sends, since when, and how to end it (정보통신망법 시행령 제62조의3).
import type { EmailComposers } from '#server/email-outbox.ts'
import { senderText } from '#server/email-sender.ts'
import { newsRefusal } from '#server/mail-refusal.ts'
import { renderEmail } from '#server/render-email.ts'
import en from '#shared/messages/en/emails.json' with { type: 'json' }
import ko from '#shared/messages/ko/emails.json' with { type: 'json' }
import { siteName, siteZone } from '#shared/site.ts'
import { translate } from '#shared/words.ts'

const words = { ko: { emails: ko }, en: { emails: en } }

export const newsConsent: EmailComposers['news_consent'] = ({ language, payload, config }) => {
  const date = new Date(payload.agreed_at).toLocaleDateString(language, {
    dateStyle: 'long',
    timeZone: siteZone,
  })
  const say = (key: string) =>
    translate(words[language], `emails.consent.${key}`, { site: siteName[language], date })
  const refusal = newsRefusal({ config }, payload.member, language)
  return {
    subject: say('subject'),
    refusalUrl: refusal.oneClick,
    ...renderEmail({
      language,
      paragraphs: [say('about'), say('keep'), say('end')],
      action: { label: say('action'), link: `${config.publicOrigin}/${language}/my/setting` },
      why: say('why'),
      refusal: { label: say('refuse'), link: refusal.page },
      sender: senderText(config, language),
    }),
  }
}
