import { expect, it } from 'vitest'
import { findSections } from '#shared/sections.ts'
import { outputLanguages, type OutputLanguage } from '#shared/tools.ts'
import { createDemoWriter } from './demo-writer.ts'

const writer = createDemoWriter({ delayMs: 0 })
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

async function write(tool: string, part: string, facts: Record<string, string | string[]>): Promise<string> {
  const { content } = await writer.doGenerate({
    prompt: [{ role: 'user', content: [{ type: 'text', text: 'p' }] }],
    providerOptions: {
      demo: {
        tool,
        part,
        topic: 'TOPIC',
        information: 'FACT 2024 one. FACT two.',
        target: '',
        file: '',
        ...facts,
      },
    },
  })
  return content.map((piece) => (piece.type === 'text' ? piece.text : '')).join('')
}

it.each(outputLanguages)(
  'T04: in %s the demo writer writes every tool, in its own script, from the input and nothing else',
  async (language) => {
    for (const tone of ['formal', 'informal'] as const) {
      const all = { language, tone }
      const document = await write('document', 'text', { ...all, purpose: 'PURPOSE' })
      const plan = await write('business-plan', 'text', { ...all, items: ['ITEM-A', 'ITEM-B', 'ITEM-C'] })
      const answer = await write('cover-letter', 'answer', { ...all, number: '1', characters: '600' })
      const email = await write('email', 'text', { ...all, sender: 'SENDER', receiver: 'RECEIVER' })
      const subjects = JSON.parse(await write('email', 'titles', all)).titles as string[]
      const { slides } = JSON.parse(await write('instagram-feed', 'slides', { ...all, slides: '10' })) as {
        slides: { headline: string; text: string }[]
      }
      const caption = await write('instagram-feed', 'caption', all)
      const { pictures } = JSON.parse(await write('instagram-feed', 'pictures', { ...all, number: '2' })) as {
        pictures: { scene: string; alt: string }[]
      }
      const section = await write('document', 'section', { ...all, written: 'x', instruction: 'WISH' })

      expect(document).toContain('PURPOSE')
      expect(findSections(plan).map(({ heading }) => heading)).toEqual(['ITEM-A', 'ITEM-B', 'ITEM-C'])
      expect(new Set(subjects).size).toBe(5)
      expect(email).toMatch(/^.*RECEIVER[\s\S]+SENDER$/)
      expect(slides).toHaveLength(10)
      expect(pictures).toHaveLength(2)
      expect(slides[1]!.text).toBe('FACT 2024 one.')
      expect(section).toMatch(/^WISH\n\n/)
      for (const text of [document, plan, answer, email])
        for (const fact of ['FACT 2024 one.', 'FACT two.']) expect(text).toContain(fact)
      const written = [
        document,
        plan,
        answer,
        email,
        ...subjects,
        caption,
        section,
        pictures[0]!.alt,
        JSON.stringify(slides),
      ]
      for (const text of written) {
        expect(text).toMatch(scripts[language])
        expect(text).not.toMatch(/\{\w+|undefined/)
        expect(/[가-힣]/.test(text)).toBe(language === 'Korean')
        expect(text.replace(/2024|^\d\. /gm, '')).not.toMatch(/\d/)
      }
    }
  },
)

it('T08: an answer is made to fit by leaving out sentences, and stays within the length that was asked for', async () => {
  const facts = {
    language: 'Korean',
    tone: 'formal',
    written: '첫 문장입니다. 둘째 문장입니다.',
    characters: '10',
  }
  expect(await write('cover-letter', 'fit', facts)).toBe('첫 문장입니다.')
})
