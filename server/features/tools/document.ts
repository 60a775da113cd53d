import type { DocumentForm } from '#shared/tools-form.ts'
import { textCharacters } from '#shared/usage.ts'
import { outlinePrompt, textPrompt, titlesPrompt } from './document-prompts.ts'
import { continuePrompt, outlineAnswer, withoutSources } from './prompt-parts.ts'
import type { Tool } from './tool.ts'

/** A document or report: outline, titles, text. Its table of contents is made from its headings, so it needs no tags. */
export const document: Tool<DocumentForm> = {
  stages: ['outline', 'title', 'text'],
  demo: ({ topic, purpose, information, target }) => ({ topic, purpose, information, target }),
  parts: ({ topic, purpose, information, target }) => [
    ['topic', topic],
    ['purpose', purpose],
    ['information', information],
    ['reader', target],
  ],
  async write(writer, material) {
    const { form } = material
    const outline = await writer.outline(() => outlinePrompt(material), { schema: outlineAnswer })
    await writer.titles(() => titlesPrompt(withoutSources(material), outline))
    await writer.stage('text', () => {
      const characters = textCharacters({ tool: 'document', language: form.language })
      const whole = textPrompt(material, { outline, title: writer.title() || form.topic, characters })
      const begun = writer.content()
      return writer.write(begun.trim() ? continuePrompt(whole, begun) : whole)
    })
  },
}
