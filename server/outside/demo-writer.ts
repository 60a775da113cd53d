// Stands in for a language model where no key is set. It writes from the person's own input with fixed sentences, and everything it makes is marked `is_demo`.
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { z } from 'zod'
import { outputLanguages, titleCount, tones, writingTools } from '#shared/tools.ts'
import { estimateTokens } from '#shared/usage.ts'
import { translate } from '#shared/words.ts'
import { chooseDemoPhrases } from './choose-demo-phrases.ts'
import { demoEditRequest, writeDemoEdit } from './demo-edit.ts'
import { demoPromptRequest, writeDemoPrompt } from './demo-prompt.ts'
import type { DemoPhrases } from './demo-phrases.ts'
import { demoScenes } from './demo-scenes.ts'
import { demoToneRequest, writeDemoTone } from './demo-tone.ts'
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

type CallOptions = Parameters<LanguageModelV4['doStream']>[0]
type StreamResult = Awaited<ReturnType<LanguageModelV4['doStream']>>
type StreamPart = StreamResult['stream'] extends ReadableStream<infer Part> ? Part : never

/** What a call asks for; travels as provider option `demo`, which no other provider reads. */
const demoRequest = z.object({
  tool: z.enum(writingTools).default('article'),
  part: z.enum([
    'outline',
    'titles',
    'text',
    'tags',
    'slides',
    'caption',
    'answer',
    'fit',
    'section',
    'pictures',
    'edits',
  ]),
  language: z.enum(outputLanguages),
  tone: z.enum(tones),
  topic: z.string(),
  information: z.string(),
  target: z.string(),
  file: z.string(),
  /** What is there of a text that goes on. */
  written: z.string().default(''),
  /** What single tools tell besides; counts as text. */
  purpose: z.string().default(''),
  items: z.array(z.string()).default([]),
  sender: z.string().default(''),
  receiver: z.string().default(''),
  slides: z.coerce.number().default(1),
  number: z.coerce.number().default(1),
  characters: z.coerce.number().default(0),
  instruction: z.string().default(''),
})
type DemoRequest = z.infer<typeof demoRequest>

const topicMaxLength = 60
const factsMax = 12
/** Small pieces whether or not a language puts spaces between words. */
const pieces = /\S{1,6}\s*|\s+/gu

/**
 * @param options.delayMs between two pieces of text; 0 writes at once
 */
export function createDemoWriter(options: { delayMs: number }): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'munjang',
    modelId: 'demo-writer',
    supportedUrls: {},
    async doGenerate(call) {
      const text = write(call)
      return {
        content: [{ type: 'text', text }],
        finishReason: { unified: 'stop', raw: 'stop' },
        usage: usageOf(call, text),
        warnings: [],
      }
    },
    async doStream(call) {
      const text = write(call)
      return {
        stream: ReadableStream.from(streamParts(call, text, options.delayMs)) as StreamResult['stream'],
      }
    },
  }
}

async function* streamParts(call: CallOptions, text: string, delayMs: number): AsyncGenerator<StreamPart> {
  yield { type: 'stream-start', warnings: [] }
  yield { type: 'text-start', id: '0' }
  for (const delta of text.match(pieces) ?? []) {
    if (delayMs > 0) await pause(delayMs, call.abortSignal)
    call.abortSignal?.throwIfAborted()
    yield { type: 'text-delta', id: '0', delta }
  }
  yield { type: 'text-end', id: '0' }
  yield { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage: usageOf(call, text) }
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => (clearTimeout(timer), reject(signal.reason)), { once: true })
  })
}

/** Counted like the estimate on the button, so that a demo run costs what it said. */
function usageOf(
  call: CallOptions,
  text: string,
): StreamPart extends infer P ? (P extends { type: 'finish'; usage: infer U } ? U : never) : never {
  const prompt = call.prompt
    .map((message) =>
      typeof message.content === 'string'
        ? message.content
        : message.content.map((part) => ('text' in part ? part.text : '')).join(''),
    )
    .join('')
  const [input, output] = [estimateTokens(prompt), estimateTokens(text)]
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  }
}

function write(call: CallOptions): string {
  const edit = demoEditRequest.safeParse(call.providerOptions?.demo)
  if (edit.success) return writeDemoEdit(edit.data)
  const prompt = demoPromptRequest.safeParse(call.providerOptions?.demo)
  if (prompt.success) return writeDemoPrompt(prompt.data)
  const tone = demoToneRequest.safeParse(call.providerOptions?.demo)
  if (tone.success) return writeDemoTone(tone.data)
  const request = demoRequest.parse(call.providerOptions?.demo)
  const phrases = chooseDemoPhrases(request.language, request.tone)
  const values = {
    topic: shortTopic(request.topic),
    target: oneLine(request.target),
    file: oneLine(request.file),
    purpose: oneLine(request.purpose),
  }
  const fill: DemoInput['fill'] = (text, more) => translate({ text }, 'text', { ...values, ...more })
  const words = chooseToolPhrases(request.language, request.tone)
  const facts = splitFacts(request.information)
  const input: DemoInput = { facts, phrases, words, fill }
  const subject = values.topic.replace(/[,#]/g, ' ').trim()
  switch (request.part) {
    case 'outline':
      return JSON.stringify({
        questions: [],
        specifics: [],
        overlooked: '',
        sections: textSections(input, request).map(({ heading }) => ({ heading, share: 0, points: [] })),
      })
    case 'titles': {
      const titles = request.tool === 'email' ? words.mail.subjects : phrases.titles
      return JSON.stringify({ titles: titles.slice(0, titleCount).map((title) => fill(title)) })
    }
    case 'text':
      return textAfter(request.written, wholeText(input, request))
    case 'tags':
      return JSON.stringify({ tags: [...new Set([subject, ...phrases.tags])] })
    case 'slides':
      return JSON.stringify({ slides: feedSlides(input, request.slides) })
    case 'caption':
      return textAfter(request.written, feedCaption(input))
    case 'answer':
      return coverLetterAnswer(input, request)
    case 'fit':
      return shortenedAnswer(request.written, request.characters)
    case 'section':
      return sectionText(input, request)
    case 'edits':
      return JSON.stringify({ edits: [] })
    case 'pictures':
      return JSON.stringify({ pictures: demoScenes(request.language, request.number) })
  }
}

function wholeText(input: DemoInput, request: DemoRequest): string {
  if (request.tool === 'email') return emailBody(input, request)
  return textSections(input, request)
    .map(({ heading, blocks }) => [`## ${heading}`, ...blocks].join('\n\n'))
    .join('\n\n')
}

/** The sections of an article, a document or a business plan, filled in. */
function textSections(input: DemoInput, request: DemoRequest): Section[] {
  if (request.tool === 'business-plan') return businessPlanSections(input, request.items)
  const filled = sections(input.phrases, request).map(({ heading, blocks }) => ({
    heading: input.fill(heading),
    blocks: blocks.map((block) => input.fill(block)),
  }))
  const [first, ...others] = filled
  if (request.tool !== 'document' || !first) return filled
  return [{ ...first, blocks: [input.fill(input.words.purpose), ...first.blocks] }, ...others]
}

/** What is missing of the text; its last section, when what was written has been changed since. */
function textAfter(written: string, whole: string): string {
  const begun = written.trimEnd()
  return whole.startsWith(begun) ? whole.slice(begun.length) : whole.slice(whole.lastIndexOf('\n## ') + 1)
}

type Section = { heading: string; blocks: string[] }

function sections(phrases: DemoPhrases, request: DemoRequest): Section[] {
  const { headings } = phrases
  const facts = splitFacts(request.information).map(escapePlaceholders)
  const file = request.file ? [phrases.file] : []
  return [
    { heading: headings.opening, blocks: phrases.opening },
    facts.length > 0
      ? { heading: headings.facts, blocks: [phrases.factsLead, list(facts, '-'), ...file, phrases.factsEnd] }
      : {
          heading: headings.questions,
          blocks: [...file, phrases.questionsLead, list(phrases.questions, '-')],
        },
    { heading: headings.steps, blocks: [phrases.stepsLead, list(phrases.steps, '1.')] },
    request.target
      ? { heading: headings.reader, blocks: [...phrases.reader, ...phrases.pitfalls] }
      : { heading: headings.pitfalls, blocks: phrases.pitfalls },
    { heading: headings.ending, blocks: phrases.ending },
  ]
}

function list(items: string[], mark: '-' | '1.'): string {
  return items.map((item, index) => `${mark === '-' ? '-' : `${index + 1}.`} ${item}`).join('\n')
}

/** The sentences or lines that a person gave, as they are. */
function splitFacts(information: string): string[] {
  return information
    .split(/\n+|(?<=[.!?。！？।؟])\s+/u)
    .map((line) => oneLine(line).replace(/^(?:[-*•·]|\d{1,2}[.)])\s+/u, ''))
    .filter((line) => line.length > 1)
    .slice(0, factsMax)
}

/** Braces in a person's sentence are no placeholders of ours. */
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
