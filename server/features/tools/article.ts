import type { ArticleForm } from '#shared/tools-form.ts'
import { targetLength } from '#shared/text-length.ts'
import {
  articleOrder,
  articleRules,
  draftPrompt,
  planPrompt,
  tagsPrompt,
  titlesPrompt,
} from './article-prompts.ts'
import { withoutSources } from './prompt-sections.ts'
import { reviseText } from './revise-text.ts'
import { addThumbnail } from './tool-pictures.ts'
import type { Tool } from './tool.ts'

/** A blog article: outline, title, text, picture, tags. */
export const article: Tool<ArticleForm> = {
  stages: ['outline', 'research', 'title', 'text', 'images', 'tags'],
  order: articleOrder,
  async write(writer, material) {
    const { form } = material
    const length = targetLength('article', form)
    const plan = await writer.plan(() => planPrompt(material, length), { length })
    const draft = () => draftPrompt(material, { plan, length })
    await writer.draft({ prompt: draft, length, head: ['outline', 'title'], topic: form.topic }, async () => {
      await reviseText(writer, withoutSources(material), {
        order: articleOrder(form),
        tone: form.tone,
        isResearched: form.research,
        given: material.sources,
        length,
        hasTitle: true,
        titleKind: 'headline',
        isPlanned: plan !== '',
        rules: articleRules(material),
      })
      writer.listSources(form.language)
    })
    await writer.otherTitles((written) => titlesPrompt(withoutSources(material), written))
    await addThumbnail(writer, form)
    await writer.tags((text) => tagsPrompt(withoutSources(material), text))
  },
}
