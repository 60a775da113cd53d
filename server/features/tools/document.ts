import type { DocumentForm } from '#shared/tools-form.ts'
import { targetLength } from '#shared/text-length.ts'
import {
  documentOrder,
  documentTone,
  draftPrompt,
  planPrompt,
  reportRules,
  titlesPrompt,
} from './document-prompts.ts'
import { withoutSources } from './prompt-sections.ts'
import { reviseText } from './revise-text.ts'
import type { Tool } from './tool.ts'

/** A document or report: outline, title, text. Its table of contents comes from its headings, so it needs no tags. */
export const document: Tool<DocumentForm> = {
  stages: ['outline', 'research', 'title', 'text'],
  order: documentOrder,
  async write(writer, material) {
    const { form } = material
    const length = targetLength('document', form)
    const plan = await writer.plan(() => planPrompt(material, length), { length })
    const draft = () => draftPrompt(material, { plan, length })
    await writer.draft({ prompt: draft, length, head: ['outline', 'title'], topic: form.topic }, async () => {
      await reviseText(writer, withoutSources(material), {
        order: documentOrder(form),
        tone: documentTone(form.language),
        isResearched: form.research,
        given: material.sources,
        length,
        hasTitle: true,
        isPlanned: plan !== '',
        rules: reportRules(material),
      })
      writer.listSources(form.language)
    })
    await writer.otherTitles((written) => titlesPrompt(withoutSources(material), written))
  },
}
