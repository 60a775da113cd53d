import type { EmailComposers } from '#server/email-outbox.ts'
import { renderEmail } from '#server/render-email.ts'
import type { Language } from '#shared/language.ts'
import en from '#shared/messages/en/emails.json' with { type: 'json' }
import ko from '#shared/messages/ko/emails.json' with { type: 'json' }
import { siteName } from '#shared/site.ts'
import { translate, type Messages } from '#shared/words.ts'

const words: Record<Language, Messages> = { ko, en }

/** The e-mail of an answer, with the question below it. All text except our own phrases was typed by people. */
export const answerEmail: EmailComposers['answer'] = ({ language, payload, config }) => {
  // One line, even if a title may contain line breaks one day.
  const values = { title: payload.title.replaceAll(/\s+/g, ' ').trim(), site: siteName[language] }
  const say = (key: string) => translate(words[language], `answer.${key}`, values)
  return {
    subject: say('subject'),
    ...renderEmail({
      language,
      paragraphs: [say('greeting'), payload.answer],
      quote: { label: say('question'), text: `${values.title}\n\n${payload.description}` },
      action: { label: say('action'), link: `${config.publicOrigin}/${language}/contact` },
      why: say('why'),
    }),
  }
}
