import type { DocumentForm } from '#shared/tools-form.ts'
import { targetLength } from '#shared/text-length.ts'
import { documentOrder, documentTone, planPrompt, textPrompt, titlesPrompt } from './document-prompts.ts'
import { headingsOf, withoutSources } from './prompt-sections.ts'
import { reviseText } from './revise-text.ts'
import type { Tool } from './tool.ts'

/** A document or report: plan, titles, text. Its table of contents comes from its headings, so it needs no tags. */
export const document: Tool<DocumentForm> = {
  stages: ['outline', 'research', 'title', 'text'],
  order: documentOrder,
  async write(writer, material) {
    const { form } = material
    const length = targetLength('document', form)
    const { outline, description } = await writer.plan(() => planPrompt(material, length), { length })
    await writer.research(outline)
    await writer.titles(() => titlesPrompt(withoutSources(material), headingsOf(outline)))
    writer.nameIt(form.topic)
    await writer.stage('text', async () => {
      const title = writer.title()
      const whole = textPrompt(material, { plan: description, title, length })
      await writer.write(whole, { length })
      await reviseText(writer, withoutSources(material), {
        order: documentOrder(form),
        tone: documentTone(form.language),
        length,
        work: [['title', title]],
      })
      writer.listSources(form.language)
    })
  },
}
