import { expect, it } from 'vitest'
import { z } from 'zod'
import { outputLanguages, titleCount, type OutputLanguage, type Tone } from '#shared/tools.ts'
import { readConfig } from '#server/config.ts'
import { createToolModel } from './models.ts'

const config = readConfig({
  SUPABASE_URL: 'http://127.0.0.1:3000',
  SUPABASE_PUBLISHABLE_KEY: 'p',
  SUPABASE_SECRET_KEY: 's',
  DATABASE_URL: 'postgres://x',
  DEMO_DELAY_MS: '0',
})
const model = createToolModel(config.models)
const facts = {
  language: 'Korean' as OutputLanguage,
  tone: 'formal' as Tone,
  topic: 'TOPIC',
  information: 'FACT 2024 one. FACT two.',
  target: 'READER',
  file: '',
}

async function write(part: string, change: Partial<typeof facts> = {}) {
  let text = ''
  let usage: unknown = null
  const order = {
    instructions: 'i',
    prompt: 'p',
    files: [],
    maxOutputTokens: 9_000,
    isThoughtThrough: false,
    signal: new AbortController().signal,
    demo: { part, ...facts, ...change },
  }
  await model.stream(order, (piece) => {
    if (piece.type === 'text') text += piece.delta
    if (piece.type === 'end') usage = piece
  })
  return { text, usage }
}

const outlineAnswer = z.object({
  sections: z.array(z.object({ heading: z.string().min(1), points: z.array(z.string()) })).min(2),
})
const titlesAnswer = z.object({ titles: z.array(z.string().min(1)).length(titleCount) })
const tagsAnswer = z.object({ tags: z.array(z.string().min(1)).min(3) })

const scripts: Record<OutputLanguage, RegExp> = {
  Korean: /[가-힣]/,
  English: /[a-z]/,
  Japanese: /[ぁ-ん]/,
  Chinese: /[一-龥]/,
  Spanish: /[a-zñáéíóú]/,
  French: /[a-zéèà]/,
  German: /[a-zäöüß]/,
  Russian: /[а-я]/,
  Arabic: /[\u0600-\u06ff]/,
  Hindi: /[\u0900-\u097f]/,
}

it.each(outputLanguages)(
  'T04: in %s every part is well formed, in its own script and made of the input',
  async (language) => {
    for (const tone of ['formal', 'informal', 'custom'] as const) {
      const outline = outlineAnswer.parse(JSON.parse((await write('outline', { language, tone })).text))
      const titles = titlesAnswer.parse(JSON.parse((await write('titles', { language, tone })).text)).titles
      const { tags } = tagsAnswer.parse(JSON.parse((await write('tags', { language, tone })).text))
      const { text } = await write('text', { language, tone })
      expect(text.match(/^## .+$/gm)?.map((line) => line.slice(3))).toEqual(
        outline.sections.map(({ heading }) => heading),
      )
      expect(new Set(titles).size).toBe(titleCount)
      expect(tags[0]).toBe('TOPIC')
      for (const given of ['TOPIC', 'FACT 2024 one.', 'FACT two.', 'READER']) expect(text).toContain(given)
      for (const paragraph of text.split('\n\n').filter((block) => !/FACT/.test(block)))
        expect(paragraph).toMatch(scripts[language])
      expect(text + titles.join('')).not.toMatch(/[{}]|undefined/)
      expect(/[가-힣]/.test(text)).toBe(language === 'Korean')
    }
  },
)

it('T03: formal and informal are different texts in every language', async () => {
  for (const language of outputLanguages) {
    const [formal, informal] = [
      await write('text', { language, tone: 'formal' }),
      await write('text', { language, tone: 'informal' }),
    ]
    expect(formal.text).not.toBe(informal.text)
  }
})

it('Korean particles fit the words that are put in', async () => {
  const { text: closed } = await write('text', { topic: '도서관', information: '', tone: 'informal' })
  const { text: open } = await write('text', { topic: '커피', information: '', tone: 'informal' })
  expect(closed).toContain('도서관은 한 번에')
  expect(open).toContain('커피는 한 번에')
})

it('what a person wrote is data: braces, line breaks and length do no harm', async () => {
  const { text } = await write('text', {
    topic: `${'긴 주제 '.repeat(100)}\n둘째 줄`,
    information: '{topic} is literal. 1. first\n- second',
  })
  expect(text).not.toContain('둘째 줄')
  expect(text).toContain('｛topic｝ is literal.')
  expect(text).toContain('- second')
})

it('usage is reported, so that a demo run is settled like a real one', async () => {
  const { usage } = await write('text')
  expect(usage).toMatchObject({ reason: 'complete', input: expect.any(Number), output: expect.any(Number) })
})

it('an abort ends the writing between two pieces', async () => {
  const slow = createToolModel({ ...config.models, demoDelayMs: 5 })
  const abort = new AbortController()
  const order = {
    instructions: '',
    prompt: '',
    files: [],
    maxOutputTokens: 9,
    isThoughtThrough: false,
    signal: abort.signal,
    demo: { part: 'text', ...facts },
  }
  const pieces: string[] = []
  const written = slow.stream(order, (part) => {
    if (part.type !== 'text') return
    pieces.push(part.delta)
    abort.abort(new Error('stopped'))
  })
  await expect(written).rejects.toThrow('stopped')
  expect(pieces).toHaveLength(1)
})
