import type { BusinessPlanForm } from '#shared/tools-form.ts'
import { targetLength } from '#shared/text-length.ts'
import { businessPlanOrder, planPrompt, textPrompt } from './business-plan-prompts.ts'
import { reviseText } from './revise-text.ts'
import type { Tool } from './tool.ts'

/** A business plan: its items are given, so the outline has them in their order and plans the content of each. */
export const businessPlan: Tool<BusinessPlanForm> = {
  stages: ['outline', 'research', 'text'],
  order: businessPlanOrder,
  async write(writer, material) {
    const { form } = material
    const length = targetLength('business-plan', form, form.format.length)
    writer.nameIt(form.name)
    // A model may reword the items, so the member's wording is restored.
    const { outline, description } = await writer.plan(() => planPrompt(material, length), {
      length,
      headings: form.format,
    })
    await writer.research(outline)
    await writer.stage('text', async () => {
      const whole = textPrompt(material, { plan: description, length })
      await writer.write(whole, { length })
      await reviseText(writer, material, {
        order: businessPlanOrder(form),
        tone: 'report',
        length,
        work: [['title', form.name]],
      })
      writer.listSources(form.language)
    })
  },
}
