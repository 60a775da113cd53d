// The demo writer's texts for each tool except the article, from the member's input.
import { cutToFit } from '#shared/measure.ts'
import type { DemoPhrases } from './demo-phrases.ts'
import type { ToolPhrases } from './demo-tool-phrases.ts'

export type DemoInput = {
  facts: string[]
  phrases: DemoPhrases
  words: ToolPhrases
  /** Fills the member's words into a sentence. */
  fill: (text: string, values?: Record<string, string>) => string
  /** The values of `fill`. */
  values: { topic: string; target: string; file: string; purpose: string }
}

/** One section per item; the facts are spread over the sections. */
export function businessPlanSections({ facts, words, fill }: DemoInput, items: string[]) {
  return items.map((item, index) => {
    const own = facts.filter((_, number) => number % items.length === index)
    const lead = fill(own.length > 0 ? words.item.lead : words.item.gap, { item })
    return { heading: item, blocks: [lead, ...(own.length > 0 ? [list(own)] : []), fill(words.item.next)] }
  })
}

/** Facts up to about `characters`; each question starts with another fact. */
export function coverLetterAnswer(
  { facts, words, fill }: DemoInput,
  { number, characters }: { number: number; characters: number },
): string {
  const [start, end] = [fill(words.answer.start), fill(words.answer.end)]
  let room = characters - start.length - end.length
  const turned = facts.map((_, index) => facts[(index + number - 1) % facts.length]!)
  const used = turned.filter((fact, index) => (room -= fact.length + 1) >= 0 || index === 0)
  return [start, used.join(' '), end].filter(Boolean).join('\n\n')
}

/** The leading sentences, as many as fit. */
export const shortenedAnswer = (text: string, characters: number): string =>
  cutToFit(text, characters, 'characters')

export function emailBody(
  { facts, words, fill }: DemoInput,
  { sender, receiver }: { sender: string; receiver: string },
): string {
  const { mail } = words
  return [
    receiver ? fill(mail.greeting, { receiver }) : mail.greetingAll,
    fill(mail.lead),
    ...(facts.length > 0 ? [mail.points, list(facts)] : []),
    mail.ask,
    [mail.close, sender].filter(Boolean).join('\n\n'),
  ].join('\n\n')
}

/** As many slides as requested: a title, the facts, questions and steps, an end. */
export function feedSlides({ facts, phrases, fill }: DemoInput, count: number) {
  const { headings, titles } = phrases
  const middle = [
    ...facts.map((text) => ({ headline: fill(headings.facts), text })),
    ...phrases.questions.map((text) => ({ headline: fill(headings.questions), text: fill(text) })),
    ...phrases.steps.map((text) => ({ headline: fill(headings.steps), text: fill(text) })),
    ...phrases.pitfalls.map((text) => ({ headline: fill(headings.pitfalls), text: fill(text) })),
  ]
  const first = { headline: fill(titles[0]), text: fill(titles[1]) }
  const last = { headline: fill(headings.ending), text: fill(phrases.steps.at(-1) ?? titles[2]) }
  if (count === 1) return [first]
  return [first, ...middle.slice(0, count - 2), last]
}

export const feedCaption = ({ phrases, fill }: DemoInput): string =>
  [phrases.opening.at(-1)!, ...phrases.ending].map((text) => fill(text)).join('\n\n')

/** One section of any text: the steps, or the facts when the text already has the steps. */
export function sectionText(
  { facts, phrases, fill }: DemoInput,
  { written, instruction }: { written: string; instruction: string },
): string {
  const filled = (texts: string[]) => texts.map((text) => fill(text))
  const steps = [fill(phrases.stepsLead), list(filled(phrases.steps))]
  const others = [fill(phrases.factsLead), list(facts.length > 0 ? facts : filled(phrases.questions))]
  // A rewrite keeps some of what was there.
  const [kept = ''] = /^[^.!?。！？\n]+[.!?。！？]+/.exec(written.split(/\n\n/)[1]?.trim() ?? '') ?? []
  return [instruction, kept, ...(written.includes(steps[0]!) ? others : steps)].filter(Boolean).join('\n\n')
}

const list = (items: string[]): string => items.map((item) => `- ${item}`).join('\n')
