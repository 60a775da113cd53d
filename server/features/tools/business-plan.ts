import { z } from 'zod'
import type { BusinessPlanForm } from '#shared/tools-form.ts'
import { textCharacters } from '#shared/usage.ts'
import { outlinePrompt, textPrompt } from './business-plan-prompts.ts'
import { continuePrompt } from './prompt-parts.ts'
import type { Tool } from './tool.ts'

/** A business plan: its items are given, so the outline holds them in their order and plans what each answers. */
export const businessPlan: Tool<BusinessPlanForm> = {
  stages: ['outline', 'text'],
  demo: ({ name, overview, information, format }) => ({
    topic: name,
    information: [overview, information].filter(Boolean).join('\n'),
    target: '',
    items: format,
  }),
  parts: ({ name, overview, information }) => [
    ['name', name],
    ['overview', overview],
    ['information', information],
  ],
  async write(writer, material) {
    const { form } = material
    writer.nameIt(form.name)
    const outline = await writer.outline(() => outlinePrompt(material), {
      schema: planAnswer(form.format),
      // Whatever a model makes of their wording, the items stand as the person wrote them.
      headings: form.format,
    })
    await writer.stage('text', () => {
      const characters = textCharacters({ ...form, tool: 'business-plan' })
      const whole = textPrompt(material, { outline, characters })
      const begun = writer.content()
      return writer.write(begun.trim() ? continuePrompt(whole, begun) : whole)
    })
  },
}

const planAnswer = (items: readonly string[]) =>
  z.object({
    sections: z
      .array(z.object({ heading: z.string().max(400), points: z.array(z.string().max(500)).max(8) }))
      .length(items.length),
  })
