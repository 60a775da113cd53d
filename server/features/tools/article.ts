import type { ArticleForm } from '#shared/tools-form.ts'
import { textCharacters } from '#shared/usage.ts'
import { outlinePrompt, tagsPrompt, textPrompt, titlesPrompt } from './article-prompts.ts'
import { continuePrompt, outlineAnswer, withoutSources } from './prompt-parts.ts'
import { addThumbnail } from './tool-pictures.ts'
import type { Tool } from './tool.ts'

/** A blog article: outline, titles, text, picture, tags. */
export const article: Tool<ArticleForm> = {
  stages: ['outline', 'title', 'text', 'images', 'tags'],
  demo: ({ topic, information, target }) => ({ topic, information, target }),
  parts: ({ topic, information, target }) => [
    ['topic', topic],
    ['information', information],
    ['reader', target],
  ],
  async write(writer, material) {
    const { form } = material
    const outline = await writer.outline(() => outlinePrompt(material), { schema: outlineAnswer })
    await writer.titles(() => titlesPrompt(withoutSources(material), outline))
    await writer.stage('text', () => {
      const characters = textCharacters({ tool: 'article', language: form.language })
      const whole = textPrompt(material, { outline, title: writer.title() || form.topic, characters })
      const begun = writer.content()
      return writer.write(begun.trim() ? continuePrompt(whole, begun) : whole, { hasTags: true })
    })
    await addThumbnail(writer, form.language)
    await writer.tags((text) => tagsPrompt(withoutSources(material), text))
  },
}
