import type { BusinessPlanForm } from '#shared/tools-form.ts'
import { findSections } from '#shared/sections.ts'
import { targetLength } from '#shared/text-length.ts'
import { businessPlanOrder, draftPrompt, planPrompt } from './business-plan-prompts.ts'
import { reviseText } from './revise-text.ts'
import type { Tool } from './tool.ts'
import type { Writer } from './writer.ts'

/** A business plan: its items are given, so they are the outline. */
export const businessPlan: Tool<BusinessPlanForm> = {
  stages: ['outline', 'research', 'text'],
  order: businessPlanOrder,
  async write(writer, material) {
    const { form } = material
    const length = targetLength('business-plan', form, form.format.length)
    const plan = await writer.plan(() => planPrompt(material, length), { length, headings: form.format })
    const draft = () => draftPrompt(material, { plan, length })
    await writer.draft({ prompt: draft, length, head: ['outline'], topic: form.name }, async () => {
      restoreHeadings(writer, form.format)
      await reviseText(writer, material, {
        order: businessPlanOrder(form),
        tone: 'report',
        isResearched: form.research,
        length,
        work: [['title', form.name]],
        isPlanned: true,
      })
      writer.listSources(form.language)
    })
  },
}

/** A model may number or reword the items, which are the member's own or those of a form. */
function restoreHeadings(writer: Writer, items: readonly string[]): void {
  if (writer.isTextDone || writer.isEdited) return
  const sections = findSections(writer.content())
  if (sections.length !== items.length) return
  for (const [index, { start, bodyStart }] of [...sections.entries()].toReversed())
    writer.splice(start, bodyStart, `## ${items[index]!}\n`)
}
