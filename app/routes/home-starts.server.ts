// Examples by profession. The server fills them in: a browser needs one language of them, and only on this page.
import en from '#shared/messages/en/starts.json'
import ko from '#shared/messages/ko/starts.json'
import type { Language } from '#shared/language.ts'
import type { WritingTool } from '#shared/tools.ts'

export type Start = { who: string; tool: WritingTool; topic: string; path: string }

/** @returns a card for each profession; its path opens the form with these fields */
export function listStarts(language: Language): Start[] {
  const { blogger, applicant, owner, worker, founder, freelancer } = language === 'ko' ? ko : en
  const card = (tool: WritingTool, who: string, topic: string, fields: Record<string, string>): Start => ({
    who,
    tool,
    topic,
    path: `/${language}/tool/use?${new URLSearchParams({ tool, ...fields })}`,
  })
  return [
    card('article', blogger.who, blogger.topic, { topic: blogger.topic }),
    card('cover-letter', applicant.who, applicant.topic, {
      duty: applicant.topic,
      career: applicant.career,
      introduce: applicant.introduce,
    }),
    card('instagram-feed', owner.who, owner.topic, { topic: owner.topic }),
    card('document', worker.who, worker.topic, { topic: worker.topic, purpose: worker.purpose }),
    card('business-plan', founder.who, founder.topic, { name: founder.topic, overview: founder.overview }),
    card('email', freelancer.who, freelancer.topic, {
      topic: freelancer.topic,
      strong_points: freelancer.points,
    }),
  ]
}
