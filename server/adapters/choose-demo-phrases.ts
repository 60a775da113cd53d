import type { OutputLanguage, Tone } from '#shared/tools.ts'
import { easternPhrases } from './demo-phrases-east.ts'
import { westernPhrases } from './demo-phrases-west.ts'
import { richPhrases, type DemoPhrases, type PlainPhrases } from './demo-phrases.ts'

const plain: Record<Exclude<OutputLanguage, 'Korean' | 'English'>, PlainPhrases> = {
  ...easternPhrases,
  ...westernPhrases,
}

/** The demo writer cannot learn a custom tone from a member's texts, so it writes informally for custom tones. */
export function chooseDemoPhrases(language: OutputLanguage, tone: Tone): DemoPhrases {
  const rich = richPhrases[language]
  if (rich) return tone === 'formal' ? rich.formal : rich.informal
  const words = plain[language as keyof typeof plain]
  const [opening, facts, questions, steps, reader, pitfalls, ending] = words.headings
  return {
    headings: { opening, facts, questions, steps, reader, pitfalls, ending },
    titles: words.titles,
    opening: [words.opening],
    factsLead: words.facts[0],
    file: words.facts[1],
    factsEnd: words.facts[2],
    questionsLead: words.questions[0],
    questions: words.questions.slice(1),
    stepsLead: words.steps[0],
    steps: words.steps.slice(1),
    reader: [words.reader],
    pitfalls: [words.pitfalls],
    ending: [tone === 'formal' ? words.ending.formal : words.ending.informal],
    tags: words.tags,
  }
}
