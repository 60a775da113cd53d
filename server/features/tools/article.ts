import type { ArticleForm } from '#shared/tools-form.ts'
import { targetLength } from '#shared/text-length.ts'
import { articleOrder, planPrompt, tagsPrompt, textPrompt, titlesPrompt } from './article-prompts.ts'
import { headingsOf, withoutSources } from './prompt-sections.ts'
import { reviseText } from './revise-text.ts'
import { addThumbnail } from './tool-pictures.ts'
import type { Tool } from './tool.ts'

/** A blog article: plan, titles, text, picture, tags. */
export const article: Tool<ArticleForm> = {
  stages: ['outline', 'research', 'title', 'text', 'images', 'tags'],
  order: articleOrder,
  async write(writer, material) {
    const { form } = material
    const length = targetLength('article', form)
    const { outline, description } = await writer.plan(() => planPrompt(material, length), { length })
    await writer.research(outline)
    await writer.titles(() => titlesPrompt(withoutSources(material), headingsOf(outline)))
    writer.nameIt(form.topic)
    await writer.stage('text', async () => {
      const title = writer.title()
      const whole = textPrompt(material, { plan: description, title, length })
      await writer.write(whole, { length })
      await reviseText(writer, withoutSources(material), {
        order: articleOrder(form),
        tone: form.tone,
        length,
        work: [['title', title]],
      })
      writer.listSources(form.language)
    })
    await addThumbnail(writer, form.language)
    await writer.tags((text) => tagsPrompt(withoutSources(material), text))
  },
}
