import type { EmailForm } from '#shared/tools-form.ts'
import { charactersOfLength, targetLength } from '#shared/text-length.ts'
import { listAssumptions } from './assumptions.ts'
import { chooseDraft, ideasRules, withoutIdeas } from './choose-draft.ts'
import { draftPrompt, emailOrder, emailTone, subjectsPrompt } from './email-prompts.ts'
import { withoutSources } from './prompt-sections.ts'
import type { Revision } from './revise-text.ts'
import { withPasted } from './source.ts'
import type { Tool } from './tool.ts'

/** An e-mail: its subject, which is its title, and the body; then a choice of other subjects. */
export const email: Tool<EmailForm> = {
  stages: ['title', 'text'],
  order: emailOrder,
  async write(writer, given) {
    const material = withPasted(given, 'the e-mail to answer', given.form.received)
    const { form } = material
    const order = emailOrder(form)
    const length = targetLength('email', form)
    await writer.draft(
      { prompt: () => draftPrompt(material, length), length, head: ['title'], topic: form.topic },
      async () => {
        const revision: Revision = {
          order,
          tone: emailTone(form),
          length,
          hasTitle: true,
          titleKind: 'subject',
          isPersonal: true,
          rules: [
            'No heading and no bold below the subject. Greeting and sign-off stay as people in this relation write them; a name that the order does not have is a bracket.',
          ],
        }
        const prompt = draftPrompt(material, length, ideasRules(form.language))
        const characters = charactersOfLength(length, form.language)
        await chooseDraft(writer, material, revision, async () =>
          withoutIdeas(await writer.optional(prompt, { characters, isExtra: true })),
        )
        await listAssumptions(writer, material, order)
      },
    )
    await writer.otherTitles(({ title }) => subjectsPrompt(withoutSources(material), title))
  },
}
