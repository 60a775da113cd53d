import { layOutLetter } from '#server/lay-out-letter.ts'
import type { Language } from '#shared/language.ts'
import en from '#shared/messages/en/letters.json' with { type: 'json' }
import ko from '#shared/messages/ko/letters.json' with { type: 'json' }
import { siteName } from '#shared/site.ts'
import { translate, type Messages } from '#shared/words.ts'

const words: Record<Language, Messages> = { ko, en }

/** A question with its answer, in the language of the page that it was asked on. */
export type Answered = { title: string; description: string; answer: string; language: Language }

/** The letter of an answer, with the question below it. All but our own words is what people typed. */
export function composeAnswer(
  { title, description, answer, language }: Answered,
  origin: string,
): { subject: string; text: string; html: string } {
  // One line, whatever a title may hold one day.
  const values = { title: title.replaceAll(/\s+/g, ' ').trim(), site: siteName[language] }
  const say = (key: string) => translate(words[language], `answer.${key}`, values)
  return {
    subject: say('subject'),
    ...layOutLetter({
      language,
      paragraphs: [say('greeting'), answer],
      quote: { label: say('question'), text: `${values.title}\n\n${description}` },
      action: { label: say('action'), link: `${origin}/${language}/contact` },
      why: say('why'),
    }),
  }
}
