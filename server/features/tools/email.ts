import type { EmailForm } from '#shared/tools-form.ts'
import { textCharacters } from '#shared/usage.ts'
import { bodyPrompt, subjectsPrompt } from './email-prompts.ts'
import { continuePrompt } from './prompt-parts.ts'
import type { Tool } from './tool.ts'

/** An e-mail: subjects to choose from, then the body. Its title is the subject. */
export const email: Tool<EmailForm> = {
  stages: ['title', 'text'],
  demo: ({ topic, strong_points, sender, receiver }) => ({
    topic,
    information: strong_points,
    target: '',
    sender,
    receiver,
  }),
  parts: ({ topic, strong_points, sender, receiver }) => [
    ['topic', topic],
    ['strong_points', strong_points],
    ['sender', sender],
    ['receiver', receiver],
  ],
  async write(writer, material) {
    const { form } = material
    await writer.titles(() => subjectsPrompt(material))
    await writer.stage('text', () => {
      const characters = textCharacters({ tool: 'email', language: form.language })
      const whole = bodyPrompt(material, { subject: writer.title() || form.topic, characters })
      const begun = writer.content()
      return writer.write(begun.trim() ? continuePrompt(whole, begun) : whole)
    })
  },
}
