// Writes the demo model's answers: the member's input with fixed sentences around it, along the given outline.
import { readSection, type Section } from '#shared/outline.ts'
import { titleCount, type OutputLanguage } from '#shared/tools.ts'
import { translate } from '#shared/words.ts'
import { chooseDemoPhrases } from './choose-demo-phrases.ts'
import { writeDemoEdit } from './demo-edit.ts'
import { writeDemoPrompt, type DemoStyle } from './demo-prompt.ts'
import type { DemoRequest } from './demo-request.ts'
import { demoScenes } from './demo-scenes.ts'
import { writeDemoTone } from './demo-tone.ts'
import { chooseToolPhrases } from './demo-tool-phrases.ts'
import {
  businessPlanSections,
  coverLetterAnswer,
  emailBody,
  feedCaption,
  feedSlides,
  sectionText,
  shortenedAnswer,
  type DemoInput,
} from './demo-tool-texts.ts'

export type { DemoStyle } from './demo-prompt.ts'

const topicMaxLength = 60
const factsMax = 12

/** The answer of a model: JSON where the prompt asks for an object, else Markdown. */
export function writeDemo(request: DemoRequest, style: DemoStyle): string {
  const { properties, names, read } = request
  if (properties.includes('icon')) return writeDemoTone(request)
  if (properties.length > 0) return JSON.stringify(writeObject(request))
  if (names('order').length + names('work').length + names('material').length === 0)
    return writeDemoPrompt(request, style)
  const input = inputOf(request)
  const work = (name: string) => names('work').includes(name)
  if (request.instructions.includes('<choice>')) return '<choice>1</choice>'
  if (request.instructions.includes('<notes>')) return `<text>\n${read('work', 'text')}\n</text>`
  if (names('material').includes('section'))
    return sectionText(input, {
      written: read('material', 'section'),
      instruction: read('order', 'change to this section'),
    })
  if (work('answer')) return shortenedAnswer(read('work', 'answer'), numberIn(request, /(\d+) characters/))
  if (work('question'))
    return coverLetterAnswer(input, {
      number: (read('work', 'answered').match(/^## /gm) ?? []).length + 1,
      characters: numberIn(request, /About (\d+) characters/),
    })
  const kind = /^You (?:write|make) the (\w+)/m.exec(request.instructions)?.[1] ?? ''
  const draft = drafts[kind]?.(input, request)
  return draft === undefined ? writeDemoEdit(request) : textAfter(read('begun'), draft)
}

/** The drafts of tools, by the kind of text in the first sentence of their prompts. */
const drafts: Record<string, (input: DemoInput, request: DemoRequest) => string> = {
  blog: sectionedDraft,
  report: sectionedDraft,
  business: plannedText,
  email: (input, { read }) =>
    titled(
      input.fill(input.words.mail.subjects[0]!),
      emailBody(input, { sender: read('order', 'sender'), receiver: read('order', 'receiver') }),
      read('begun'),
    ),
  Instagram: (input, request) =>
    [
      ...feedSlides(input, numberIn(request, /(?:exactly|카드뉴스) (\d+)(?: slide|장)/)).map(
        ({ headline, text }) => `## ${headline}\n\n${text}`,
      ),
      '---',
      feedCaption(input),
    ].join('\n\n'),
}

/** With a title, and with its outline where there was none. A text that was begun has them already. */
function sectionedDraft(input: DemoInput, request: DemoRequest): string {
  const begun = request.read('begun')
  const text = titled(input.fill(input.phrases.titles[0]!), plannedText(input, request), begun)
  if (begun || request.names('work').includes('plan')) return text
  const headings = ownSections(input, request).map(({ heading }) => heading)
  return `${list(headings, '-')}\n\n${text}`
}

const titled = (title: string, text: string, begun: string): string =>
  begun ? text : `# ${title}\n\n${text}`

/** An object of the requested schema. Its first property identifies the schema. */
function writeObject(request: DemoRequest): object {
  const input = inputOf(request)
  const { phrases, words, fill } = input
  const { properties, names } = request
  const has = (name: string) => properties.includes(name)
  if (has('sections'))
    return { sections: ownSections(input, request).map(({ heading }) => ({ heading, share: 0, points: [] })) }
  if (has('titles')) {
    const titles = names('order').includes('strong_points') ? words.mail.subjects : phrases.titles
    // The text has the first one already.
    const others = titles.slice(names('work').includes('title') ? 1 : 0, titleCount)
    return { titles: others.map((title) => fill(title)) }
  }
  if (has('passages')) return { passages: demoAssumptions(request), advice: [demoAdvice(request)] }
  if (has('tags')) return { tags: [...new Set([subjectOf(request), ...phrases.tags])] }
  // The demo model cannot read images, so its notes say only that an attachment exists.
  if (has('notes')) return { notes: names('material').filter((name) => name === 'file') }
  if (has('pictures')) {
    const passages = names('material').filter((name) => name.startsWith('passage '))
    const language = /"alt": in (\w+)/.exec(request.instructions)?.[1] as OutputLanguage
    return { pictures: demoScenes(language, passages.length) }
  }
  if (has('searches')) return { searches: [{ question: topicOf(request), query: subjectOf(request) }] }
  if (has('claims')) return { claims: demoClaims(request) }
  if (has('verdicts')) return { verdicts: demoVerdicts(request) }
  if (has('facts')) return { facts: demoFacts(request) }
  return {}
}

/** The first sentences of the passage. */
const demoClaims = ({ read }: DemoRequest) =>
  (read('material', 'passage').match(/[^.!?。！？\n]+[.!?。！？]*/g) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 1)
    .slice(0, 3)
    .map((sentence) => ({ sentence, claim: oneLine(sentence), query: shortTopic(sentence) }))

/** The first sentences of the text that are not the member's own. */
function demoAssumptions({ read, names }: DemoRequest): string[] {
  const text = read('work', 'text').replace(/^#.*$/gm, '')
  const order = names('order').map((name) => read('order', name))
  return (text.match(/[^.!?。！？\n]+[.!?。！？]+/g) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => text.split(sentence).length === 2 && !order.some((own) => own.includes(sentence)))
    .slice(0, 2)
}

/** In the language of the page, see `listAssumptions()`. */
const demoAdvice = ({ language }: DemoRequest): string =>
  language === 'Korean'
    ? '견본 조언이에요. 받는 곳이 언제까지, 어떤 방법으로 받는지 먼저 확인해 보세요.'
    : 'This is sample advice. First check by when and in which way the recipient takes it.'

/** One verdict of each kind. The page is a sample, and says so itself. */
const demoVerdicts = ({ read, names, language }: DemoRequest) => {
  const pages = names('material').filter((name) => name.startsWith('page '))
  const sentences = Array.from(
    read('material', 'claims').matchAll(/“(.*)”\)$/gm),
    ([, sentence = '']) => sentence,
  )
  const sample = language === 'Korean' ? ' (견본 정정)' : ' (sample correction)'
  return sentences.map((sentence, index) => {
    const page = pages[index] ?? pages[0]
    const [quote = ''] = page ? (read('material', page).match(/[^.!?\n]+[.!?]*/) ?? []) : []
    const verdict = index === 0 ? 'contradicted' : index === 1 ? 'supported' : 'not_found'
    return {
      claim: index + 1,
      verdict,
      source: page && verdict !== 'not_found' ? pages.indexOf(page) + 1 : 0,
      quote: verdict === 'not_found' ? '' : quote.trim(),
      correction: index === 0 ? sentence.replace(/([.!?。]*)$/, `${sample}$1`) : '',
    }
  })
}

/** The first sentence of each given page. */
const demoFacts = ({ read, names }: DemoRequest) =>
  names('material').flatMap((name) => {
    const source = Number(/^page (\d+): /.exec(name)?.[1] ?? 0)
    const [quote = ''] = read('material', name).match(/[^.!?。！？\n]+[.!?。！？]*/) ?? []
    return source > 0 ? [{ source, fact: oneLine(quote), quote: quote.trim() }] : []
  })

function inputOf(request: DemoRequest): DemoInput {
  const { read, language, isFormal } = request
  const tone = isFormal ? 'formal' : 'informal'
  const values = {
    topic: shortTopic(topicOf(request)),
    target: oneLine(read('order', 'reader') || read('order', 'employer')),
    file: fileNames(request).map(oneLine).join(', '),
    purpose: oneLine(read('order', 'purpose')),
  }
  const information = ['overview', 'introduce', 'career', 'information', 'strong_points']
  return {
    phrases: chooseDemoPhrases(language, tone),
    words: chooseToolPhrases(language, tone),
    facts: splitFacts(information.map((name) => read('order', name)).join('\n')),
    fill: (text, more) => translate({ text }, 'text', { ...values, ...more }),
    values,
  }
}

const topicOf = ({ read }: DemoRequest): string =>
  read('order', 'topic') ||
  read('order', 'name') ||
  read('order', 'duty') ||
  read('material', 'title') ||
  Array.from(read('material', 'passage')).slice(0, 40).join('')

const subjectOf = (request: DemoRequest): string => shortTopic(topicOf(request)).replace(/[,#]/g, ' ').trim()

/** The element of a file has the file's name. */
const fileNames = ({ names }: DemoRequest): string[] =>
  names('material').flatMap((name) => (name.startsWith('file: ') ? name.slice('file: '.length) : []))

const numberIn = ({ instructions }: DemoRequest, pattern: RegExp): number =>
  Number(pattern.exec(instructions)?.[1] ?? 1)

/** Writes the text along the outline. Headings that the member added get the member's points. */
function plannedText(input: DemoInput, request: DemoRequest): string {
  const given = request.read('work', 'plan')
  if (!given) return sectionsText(withFindings(ownSections(input, request), request))
  const plan = given
    .split(/^## /m)
    .slice(1)
    .map((section) =>
      readSection(
        section
          .replace(/^\(.*\)$/m, '')
          .replace(/\n{2,}/g, '\n')
          .trim(),
      ),
    )
  const own = withFindings(ownSections(input, request), request)
  const headings = new Set(plan.map(({ heading }) => heading))
  const free = own.filter(({ heading }) => !headings.has(heading))
  return sectionsText(
    plan.map((section) => ({
      heading: section.heading,
      blocks: own.find(({ heading }) => heading === section.heading)?.blocks ?? blocksFor(section),
    })),
  )

  function blocksFor({ heading, points }: Section): string[] {
    const blocks = free.shift()?.blocks ?? [input.fill(input.words.item.gap, { item: heading })]
    return points.length > 0 ? [list(points, '-'), ...blocks] : blocks
  }
}

const sectionsText = (written: DemoSection[]): string =>
  written.map(({ heading, blocks }) => [`## ${heading}`, ...blocks].join('\n\n')).join('\n\n')

/** The sections of an article, a document or a business plan, filled in. */
function ownSections(input: DemoInput, { read }: DemoRequest): DemoSection[] {
  const items = read('order', 'items')
  if (items)
    return businessPlanSections(
      input,
      items.split('\n').map((item) => item.replace(/^- /, '')),
    )
  const filled = sections(input).map(({ heading, blocks }) => ({
    heading: input.fill(heading),
    blocks: blocks.map((block) => input.fill(block)),
  }))
  const [first, ...others] = filled
  if (!input.values.purpose || !first) return filled
  return [{ ...first, blocks: [input.fill(input.words.purpose), ...first.blocks] }, ...others]
}

/** The first section reports the findings, with the mark of each source. */
function withFindings(sections: DemoSection[], { read }: DemoRequest): DemoSection[] {
  let source = ''
  const lines = read('material', 'findings')
    .split('\n')
    .flatMap((line) => {
      source = /^\[\^\d+\]/.exec(line)?.[0] ?? source
      const fact = /^- (.*?)(?: \(“.*”\))?$/.exec(line)?.[1]
      return fact ? [`${fact} ${source}`] : []
    })
  const [first, ...others] = sections
  if (!first || lines.length === 0) return sections
  return [{ ...first, blocks: [...first.blocks, lines.join(' ')] }, ...others]
}

/** The missing end of the text, or its last section when the written part has changed since. */
function textAfter(written: string, whole: string): string {
  const begun = written.trimEnd()
  return whole.startsWith(begun) ? whole.slice(begun.length) : whole.slice(whole.lastIndexOf('\n## ') + 1)
}

type DemoSection = { heading: string; blocks: string[] }

function sections({ phrases, facts: given, values }: DemoInput): DemoSection[] {
  const { headings } = phrases
  const facts = given.map(escapePlaceholders)
  const file = values.file ? [phrases.file] : []
  return [
    { heading: headings.opening, blocks: phrases.opening },
    facts.length > 0
      ? { heading: headings.facts, blocks: [phrases.factsLead, list(facts, '-'), ...file, phrases.factsEnd] }
      : {
          heading: headings.questions,
          blocks: [...file, phrases.questionsLead, list(phrases.questions, '-')],
        },
    { heading: headings.steps, blocks: [phrases.stepsLead, list(phrases.steps, '1.')] },
    values.target
      ? { heading: headings.reader, blocks: [...phrases.reader, ...phrases.pitfalls] }
      : { heading: headings.pitfalls, blocks: phrases.pitfalls },
    { heading: headings.ending, blocks: phrases.ending },
  ]
}

function list(items: string[], mark: '-' | '1.'): string {
  return items.map((item, index) => `${mark === '-' ? '-' : `${index + 1}.`} ${item}`).join('\n')
}

/** The member's sentences or lines, unchanged. */
function splitFacts(information: string): string[] {
  return information
    .split(/\n+|(?<=[.!?。！？।؟])\s+/u)
    .map((line) => oneLine(line).replace(/^(?:[-*•·]|\d{1,2}[.)])\s+/u, ''))
    .filter((line) => line.length > 1)
    .slice(0, factsMax)
}

/** Braces in a member's sentence are not our placeholders. */
const escapePlaceholders = (text: string) => text.replace(/[{}]/g, (brace) => (brace === '{' ? '｛' : '｝'))

function shortTopic(topic: string): string {
  const line = oneLine(topic.split(/\n/)[0] ?? '').replace(/[\s.!?。！？,،।؟]+$/u, '')
  const characters = Array.from(line)
  return characters.length <= topicMaxLength
    ? line
    : `${characters
        .slice(0, topicMaxLength - 1)
        .join('')
        .trimEnd()}…`
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
