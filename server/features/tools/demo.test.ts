// The demo model through the tools themselves: it gets only the prompts that any model gets.
import { expect, it } from 'vitest'
import { createMeter } from '#server/metering/meter.ts'
import { readConfig } from '#server/config.ts'
import { createToolModel } from '#server/adapters/models.ts'
import { writeSection } from '#shared/outline.ts'
import { findSections, readFeed } from '#shared/sections.ts'
import {
  outputLanguages,
  titleCount,
  type OutputLanguage,
  type ToolEvent,
  type WritingTool,
} from '#shared/tools.ts'
import { toolSchemas, type ToolForms } from '#shared/tools-form.ts'
import { fitAnswer } from './cover-letter.ts'
import { editPrompt, type EditPromptInput } from './edit-prompts.ts'
import type { Prompt } from './prompt-sections.ts'
import { sectionPrompt } from './section-prompts.ts'
import type { Source } from './source.ts'
import { addToDraft, emptyDraft, type ToolDraft } from './tool-draft.ts'
import { tools } from './tool-map.ts'
import { createWriter } from './writer.ts'

const config = readConfig({
  SUPABASE_URL: 'http://127.0.0.1:3000',
  SUPABASE_PUBLISHABLE_KEY: 'p',
  SUPABASE_SECRET_KEY: 's',
  DATABASE_URL: 'postgres://x',
  DEMO_DELAY_MS: '0',
})
const model = createToolModel(config.models)
const { signal } = new AbortController()
const createDemoMeter = () => createMeter(model, { ceiling: 10_000_000, signal, timeoutMs: 60_000 })

const forms = {
  article: { topic: 'TOPIC', information: 'FACT 2024 one. FACT two.', target: 'READER' },
  document: { topic: 'TOPIC', purpose: 'PURPOSE', information: 'FACT 2024 one. FACT two.' },
  'business-plan': {
    name: 'TOPIC',
    overview: 'FACT 2024 one.',
    information: 'FACT two.',
    format: ['ITEM-A', 'ITEM-B', 'ITEM-C'],
  },
  'cover-letter': {
    introduce: 'FACT 2024 one.',
    career: 'FACT two.',
    duty: 'TOPIC',
    questions: [
      { question: 'QUESTION-A', limit: 600, unit: 'characters' },
      { question: 'QUESTION-B', limit: 600, unit: 'characters' },
    ],
  },
  email: {
    topic: 'TOPIC',
    strong_points: 'FACT 2024 one. FACT two.',
    sender: 'SENDER',
    receiver: 'RECEIVER',
  },
  'instagram-feed': { topic: 'TOPIC', information: 'FACT 2024 one. FACT two.', slide_count: 10 },
} satisfies Record<WritingTool, object>

type WriteOptions = {
  form?: object
  language?: OutputLanguage
  tone?: string
  savedDraft?: Partial<ToolDraft>
  sources?: Source[]
}

/** A whole text, as a run of the tool makes it. */
async function write<Name extends WritingTool>(tool: Name, options: WriteOptions = {}): Promise<ToolDraft> {
  const { language = 'Korean', tone = 'formal', sources = [] } = options
  const form = toolSchemas[tool].parse({
    ...forms[tool],
    ...(tool === 'document' || tool === 'business-plan' ? {} : { tone }),
    language,
    ...options.form,
  }) as ToolForms[Name]
  const draft: ToolDraft = { ...emptyDraft(), ...options.savedDraft }
  const emit = (event: ToolEvent) => addToDraft(draft, event)
  const { stages, write: writeText } = tools[tool]
  const writer = createWriter({
    resumedAt: null,
    meter: createDemoMeter(),
    emit,
    savedDraft: { ...draft },
    stages: stages.filter((stage) => stage !== 'images' && stage !== 'research'),
    read: { files: async () => {}, urls: async () => {} },
    research: async () => {},
    findings: [],
    isOutlineOnly: false,
    draw: async () => '',
    signal,
    textLanguage: 'Korean',
    language: 'ko',
  })
  await writer.begin()
  await writeText(writer, { form, customTone: null, sources, findings: [] } as never)
  return draft
}

async function answer(prompt: Prompt): Promise<string> {
  let text = ''
  await createDemoMeter().text({ ...prompt, outputTokensMax: 9_000 }, (delta) => (text += delta))
  return text
}

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
  'T04: in %s the demo writes every tool, in its own script, from the input only',
  async (language) => {
    for (const tone of ['formal', 'informal', 'custom']) {
      const article = await write('article', { language, tone })
      const document = await write('document', { language })
      const plan = await write('business-plan', { language })
      const letter = await write('cover-letter', { language, tone })
      const email = await write('email', { language, tone })
      const feed = await write('instagram-feed', { language, tone })

      expect(findSections(article.content).map(({ heading }) => heading)).toEqual(
        article.outline.map((entry) => entry.split('\n')[0]),
      )
      expect([new Set(article.titles).size, new Set(email.titles).size]).toEqual([titleCount, titleCount])
      expect(article.tags[0]).toBe('TOPIC')
      expect(article.content).toContain('READER')
      expect(document.content).toContain('PURPOSE')
      expect(findSections(plan.content).map(({ heading }) => heading)).toEqual(forms['business-plan'].format)
      expect(findSections(letter.content)).toHaveLength(2)
      expect(email.content).toMatch(/^.*RECEIVER[\s\S]+SENDER$/)
      const { slides, caption } = readFeed(feed.content)
      expect(slides).toHaveLength(10)
      expect(slides[1]!.text).toBe('FACT 2024 one.')
      for (const { content } of [article, document, plan, letter, email])
        for (const fact of ['FACT 2024 one.', 'FACT two.']) expect(content).toContain(fact)
      const drafts = [article, document, plan, letter, email, feed]
      const texts = [...drafts.map(({ content }) => content), ...article.titles, ...email.titles, caption]
      for (const text of texts) {
        expect(text).not.toMatch(/[{}]|undefined/)
        expect(text).toMatch(scripts[language])
        expect(/[가-힣]/.test(text)).toBe(language === 'Korean')
      }
    }
  },
)

it('the approved outline is followed: its headings in their order, with their points', async () => {
  const outline = [
    writeSection({ heading: '장비 고르기', points: ['침낭은 내한 온도를 본다', '빌려 쓴다'] }),
    writeSection({ heading: '가는 길', points: [] }),
  ]
  for (const tool of ['article', 'document'] as const) {
    const { content } = await write(tool, { savedDraft: { outline } })
    expect(findSections(content).map(({ heading }) => heading)).toEqual(['장비 고르기', '가는 길'])
    expect(content).toContain('- 침낭은 내한 온도를 본다\n- 빌려 쓴다')
  }
})

it('a cut text continues where it stopped', async () => {
  const whole = await write('article')
  const begun = whole.content.slice(0, 300)
  const { content } = await write('article', {
    savedDraft: { outline: whole.outline, titles: whole.titles, content: begun, stage: 'text' },
  })
  expect(content).toBe(whole.content)
})

it('T03: formal and informal are different texts in every language', async () => {
  for (const language of outputLanguages) {
    const [formal, informal] = [
      await write('article', { language, tone: 'formal' }),
      await write('article', { language, tone: 'informal' }),
    ]
    expect(formal.content).not.toBe(informal.content)
  }
})

it('Korean particles fit the inserted words', async () => {
  const closed = await write('article', { form: { topic: '도서관', information: '' }, tone: 'informal' })
  const open = await write('article', { form: { topic: '커피', information: '' }, tone: 'informal' })
  expect(closed.content).toContain('도서관은 한 번에')
  expect(open.content).toContain('커피는 한 번에')
})

it('a member’s text is data: braces, line breaks and length are harmless', async () => {
  const { content } = await write('article', {
    form: {
      topic: `${'긴 주제 '.repeat(30)}\n둘째 줄`,
      information: '{topic} is literal. 1. first\n- second',
    },
  })
  expect(content).not.toContain('둘째 줄')
  expect(content).toContain('｛topic｝ is literal.')
  expect(content).toContain('- second')
})

it('files are named in the text', async () => {
  const file = (name: string): Source => ({
    name,
    kind: 'file',
    summary: { kind: 'file', name } as Source['summary'],
    text: 'x',
  })
  const { content } = await write('article', { sources: [file('자료.txt'), file('사진.png')] })
  expect(content).toContain('자료.txt, 사진.png')
})

it('T08: an answer is fitted by dropping sentences, and stays within the requested length', async () => {
  const meter = createDemoMeter()
  const form = toolSchemas['cover-letter'].parse({
    ...forms['cover-letter'],
    tone: 'formal',
    language: 'Korean',
  })
  const fitting = await fitAnswer(
    {
      canAfford: meter.canAfford,
      model: meter.model,
      attempt: (_name, work) => work(),
      streamText: (prompt, _options, onDelta) => meter.text({ ...prompt, outputTokensMax: 900 }, onDelta),
    },
    { form, customTone: null, sources: [], findings: [] },
    { question: 'Q', limit: 12, unit: 'characters', answer: '첫 문장입니다. 둘째 문장입니다.' },
  )
  expect(fitting).toBe('첫 문장입니다.')
})

it('a section is rewritten with another content and the requested change', async () => {
  const text = await answer(
    sectionPrompt(
      { form: { language: 'Korean' }, customTone: null, sources: [], findings: [] },
      {
        text: '## A\n\nx',
        heading: 'A',
        section: 'x',
        characters: 300,
        instruction: 'WISH',
        length: null,
        tone: 'formal',
        order: [['topic', 'TOPIC']],
      },
    ),
  )
  expect(text).toMatch(/^WISH\n\n.+\n\n- /)
})

it('each command of the editor changes the passage without understanding it', async () => {
  const edit = (feature: EditPromptInput['form']['feature'], instruction = '', text = '하나예요. 둘이에요') =>
    answer(
      editPrompt({
        form: {
          feature,
          text,
          before: '앞이에요.',
          after: '',
          instruction,
        } as EditPromptInput['form'],
        title: '제목',
        language: 'Korean',
        tool: 'article',
        order: [],
      }),
    )
  expect(await edit('text-short')).toBe('하나예요.')
  expect(await edit('text-long')).toBe('하나예요. 둘이에요.\n\n둘이에요. 하나예요.')
  expect(await edit('text-fix')).toBe('하나예요. 둘이에요.')
  expect(await edit('text-fix', '', '## 도서관\n\n- 갈수있어요\n  - 됬어요')).toBe(
    '## 도서관\n\n- 갈 수 있어요\n  - 됐어요.',
  )
  expect(await edit('text', '더 밝게')).toBe('하나예요. 둘이에요.')
})

it('usage is reported, so that a demo run is settled like a real one', async () => {
  const meter = createDemoMeter()
  await meter.text({ instructions: 'i', prompt: 'p', outputTokensMax: 900 }, () => true)
  expect(meter.usage()).toEqual({ input: expect.any(Number), output: expect.any(Number) })
  expect(meter.price()).toBeGreaterThan(0)
})

it('an abort ends the writing between two deltas', async () => {
  const slow = createToolModel({ ...config.models, demoDelayMs: 5 })
  const abort = new AbortController()
  const meter = createMeter(slow, { ceiling: 10_000, signal: abort.signal, timeoutMs: 60_000 })
  const deltas: string[] = []
  const written = meter.text({ instructions: 'i', prompt: 'p', outputTokensMax: 900 }, (delta) => {
    deltas.push(delta)
    abort.abort(new Error('stopped'))
  })
  await expect(written).rejects.toThrow('stopped')
  expect(deltas).toHaveLength(1)
})
