// Prompts for research: search queries, and facts from pages.
import { z } from 'zod'
import type { Section } from '#shared/outline.ts'
import { researchLimits } from '#shared/research.ts'
import {
  composePrompt,
  describeOutline,
  type PromptInput,
  type PromptSections,
  type Prompt,
} from './prompt-sections.ts'

export const searchesAnswer = z.object({
  searches: z
    .array(z.object({ question: z.string().max(300), query: z.string().min(1).max(120) }))
    .min(1)
    .max(10),
})
export type Search = z.infer<typeof searchesAnswer>['searches'][number]

export const factsAnswer = z.object({
  facts: z.array(z.object({ source: z.int(), fact: z.string(), quote: z.string() })),
})

export type ReadablePage = { title: string; url: string; date: string | null; text: string }

type Asked = { order: PromptSections; asked: Search[] }

/** Queries for the facts of the plan that need a source. */
export const searchesPrompt = (
  material: PromptInput,
  { order, outline }: { order: PromptSections; outline: Section[] },
): Prompt =>
  composePrompt(material, {
    role: 'You decide what a careful writer looks up before writing.',
    task: [
      `"searches": at most ${researchLimits.searches}, for what the text planned in the work "plan" rests on and what changes or differs: prices, dates, rules, deadlines, programmes, statistics, opening hours, versions. Nothing that every educated person knows, nothing that the order already gives.`,
      '"question": what has to be known, in one sentence. "query": what to type into a search engine, three to seven words, in the language in which the best source is likely to be written; with the year where it matters. Each asks for something else.',
    ],
    order,
    work: [['plan', describeOutline(outline)]],
    tone: 'report',
    kind: 'list',
  })

/** For a model with its own search. */
export const searchPrompt = (material: PromptInput, { order, asked }: Asked): Prompt =>
  composePrompt(material, {
    role: 'You find sources on the web.',
    task: [
      `Search the web for the questions in the work "questions", with at most ${researchLimits.searches} searches. Take first-hand sources before others: public offices, laws, statistics, makers, organisers; recent ones before old ones; pages with text that can be read without signing in.`,
      'Answer with the addresses of the pages that answer a question, one on each line, best first, ten at most, and nothing else.',
    ],
    order,
    work: [['questions', describe(asked)]],
    tone: 'report',
    kind: 'list',
  })

export const factsPrompt = (
  material: PromptInput,
  { order, asked, pages }: Asked & { pages: ReadablePage[] },
): Prompt =>
  composePrompt(material, {
    role: 'You note what sources say, for a writer who will see nothing but your notes.',
    task: [
      `"facts": what the pages in the material say that answers the questions in the work "questions", at most ${researchLimits.facts}, the most useful first. Where pages contradict each other, note both.`,
      '"source": the number of the page. "quote": one sentence or table row of that page that says it, copied letter by letter, at most 300 characters. "fact": what it says in the language of the text, with each figure, date and name as the quote has it and nothing that the quote does not say.',
      'A page that sells something, praises itself or gives no ground is no source for a judgement. A page that answers nothing gives no fact. No fact from memory.',
    ],
    order,
    work: [['questions', describe(asked)]],
    handedIn: handedInPages(pages),
    tone: 'report',
    kind: 'list',
  })

/** Pages by their numbers, from 1. */
export const handedInPages = (pages: ReadablePage[]): PromptSections =>
  pages.map(({ title, url, date, text }, index): [string, string] => [
    `page ${index + 1}: ${title} (${new URL(url).hostname}${date ? `, ${date}` : ''})`,
    text,
  ])

const describe = (asked: Search[]): string =>
  asked.map(({ question, query }) => `- ${question} (${query})`).join('\n')
